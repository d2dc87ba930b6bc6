/** What a person confirms with the code that the terminal shows which opened this page. */
import { type Signal, useSignal } from "@preact/signals";
import type { Confirming, ConfirmStep } from "../../daemon/http/schemas/page-types.js";
import { askJson } from "../state/session.js";
import { Text } from "./text.js";

export type { Confirming };

export interface Confirmer {
  readonly step: Signal<Step | undefined>;
  begin(wanted: Confirming): Promise<void>;
  type(code: string | undefined): Promise<void>;
}

type Step = { readonly state: "asking" } | ConfirmStep;

/** `onDone` is called when the request is over, whatever became of it. */
export function useConfirm(onDone: () => void): Confirmer {
  const step = useSignal<Step | undefined>(undefined);
  const take = (got: Awaited<ReturnType<typeof askJson<ConfirmStep>>>) => {
    step.value = got.ok ? got.body : { state: "over", done: false, message: got.message };
    if (step.value.state === "over") onDone();
  };
  return {
    step,
    async begin(wanted) {
      step.value = { state: "asking" };
      take(await askJson<ConfirmStep>("/v1/page/confirmations", { body: wanted }));
    },
    async type(code) {
      const { value } = step;
      if (value?.state !== "code") return;
      step.value = code === undefined ? undefined : { state: "asking" };
      const got = await askJson<ConfirmStep>(`/v1/page/confirmations/${value.id}`, {
        body: code === undefined ? {} : { code },
      });
      if (code !== undefined) take(got);
    },
  };
}

export function Confirm({ of }: { readonly of: Confirmer }) {
  const code = useSignal("");
  const step = of.step.value;
  if (step === undefined) return null;
  if (step.state === "asking") return <p class="quiet">Asking the terminal …</p>;
  if (step.state === "over")
    return (
      <p class={step.done ? "done" : "problem"} role={step.done ? "status" : "alert"}>
        <Text of={step.message} lines />{" "}
        {!step.done && (
          <button
            type="button"
            onClick={() => {
              of.step.value = undefined;
            }}
          >
            Try again
          </button>
        )}
      </p>
    );
  return (
    <form
      class="confirm"
      onSubmit={(event) => {
        event.preventDefault();
        void of.type(code.value.trim().toLowerCase());
        code.value = "";
      }}
    >
      <label>
        Code from your terminal{" "}
        <input
          ref={(element) => element?.focus()}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxLength={8}
          value={code}
          onInput={({ currentTarget }) => {
            code.value = currentTarget.value;
          }}
        />
      </label>
      <button type="submit" disabled={code.value.trim() === ""}>
        Confirm
      </button>
      <button type="button" onClick={() => void of.type(undefined)}>
        Cancel
      </button>
      <p class="quiet">The terminal that runs `snaphook page` shows four letters.</p>
    </form>
  );
}
