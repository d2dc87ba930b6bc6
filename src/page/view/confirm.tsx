/** What a person confirms: with a passkey if there is one, or with the code that the terminal shows which opened this page. */
import { type Signal, useSignal } from "@preact/signals";
import type { Confirming, ConfirmStep } from "../../daemon/http/schemas/page-types.js";
import { hasPasskeys, passkeys, proveWithPasskey } from "../state/passkeys.js";
import { askJson } from "../state/session.js";
import { Text } from "./text.js";

export type { Confirming };

type Means = "code" | "passkey";

export interface Confirmer {
  readonly step: Signal<Step | undefined>;
  /** Without `means`: a passkey if one is registered. */
  begin(wanted: Confirming, means?: Means): Promise<void>;
  type(code: string | undefined): Promise<void>;
  /** After a passkey was refused: the same with the code, if it approves here. */
  readonly otherwise: (() => void) | undefined;
}

type Step = { readonly state: "asking"; readonly means: Means } | ConfirmStep;

/** `onDone` is called when the request is over, whatever became of it. */
export function useConfirm(onDone: () => void): Confirmer {
  const step = useSignal<Step | undefined>(undefined);
  const tried = useSignal<Confirming | undefined>(undefined);
  const finish = (next: ConfirmStep) => {
    step.value = next;
    if (next.state === "over") onDone();
  };
  const take = (got: Awaited<ReturnType<typeof askJson<ConfirmStep>>>) =>
    finish(got.ok ? got.body : { state: "over", done: false, message: got.message });
  const begin = async (wanted: Confirming, means: Means = usualMeans(wanted)) => {
    step.value = { state: "asking", means };
    tried.value = means === "passkey" ? wanted : undefined;
    if (means === "passkey" && wanted.kind !== "passkey") finish(await proveWithPasskey(wanted));
    else take(await askJson<ConfirmStep>("/v1/page/confirmations", { body: wanted }));
  };
  const wanted = tried.value;
  const isCodeEnough = wanted !== undefined && (wanted.kind !== "approve" || passkeys.value.allowWith === "code");
  return {
    step,
    begin,
    async type(code) {
      const { value } = step;
      if (value?.state !== "code") return;
      step.value = code === undefined ? undefined : { state: "asking", means: "code" };
      const got = await askJson<ConfirmStep>(`/v1/page/confirmations/${value.id}`, {
        body: code === undefined ? {} : { code },
      });
      if (code !== undefined) take(got);
    },
    otherwise: isCodeEnough ? () => void begin(wanted, "code") : undefined,
  };
}

function usualMeans({ kind }: Confirming): Means {
  return kind !== "passkey" && passkeys.value.passkeys.length > 0 && hasPasskeys() ? "passkey" : "code";
}

export function Confirm({ of }: { readonly of: Confirmer }) {
  const code = useSignal("");
  const step = of.step.value;
  if (step === undefined) return null;
  if (step.state === "asking")
    return <p class="quiet">{step.means === "code" ? "Asking the terminal …" : "Waiting for your passkey …"}</p>;
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
        )}{" "}
        {!step.done && of.otherwise !== undefined && (
          <button type="button" onClick={of.otherwise}>
            Use the code of the terminal
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
      <p class="quiet">
        {step.at === "up"
          ? "The terminal that runs `snaphook up` shows four letters."
          : "The terminal that runs `snaphook page` shows four letters."}
      </p>
    </form>
  );
}
