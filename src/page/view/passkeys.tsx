/** The user's passkeys. A new one is made by the browser, and confirmed by the terminal that opened the page. */
import { useSignal } from "@preact/signals";
import { createPasskey, hasPasskeys, loadPasskeys, passkeys } from "../state/passkeys.js";
import { session } from "../state/session.js";
import { Confirm, useConfirm } from "./confirm.js";
import { momentText } from "./format.js";
import { Text } from "./text.js";

export function Passkeys() {
  const { allowWith, passkeys: known } = passkeys.value;
  const mayAnswer = session.value.state === "signed in" && session.value.rights === "answer";
  return (
    <details class="passkeys">
      <summary>
        Passkeys ({known.length}){allowWith === "passkey" && ": only they approve"}
      </summary>
      {known.length === 0 && <p class="quiet">None. With a passkey you approve here without the code of a terminal.</p>}
      <ul>
        {known.map(({ id, name, addedAt }) => (
          <li key={id}>
            <Text of={name} /> <span class="quiet">added {momentText(addedAt)}</span>
          </li>
        ))}
      </ul>
      {mayAnswer && hasPasskeys() && <Add />}
    </details>
  );
}

function Add() {
  const name = useSignal("This computer");
  const problem = useSignal("");
  const confirm = useConfirm(() => void loadPasskeys());
  const add = async () => {
    problem.value = "";
    const made = await createPasskey(name.value.trim());
    if (typeof made === "string") problem.value = made;
    else await confirm.begin(made);
  };
  return (
    <>
      {confirm.step.value === undefined && (
        <form
          class="inline"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <label>
            Name{" "}
            <input
              autocomplete="off"
              maxLength={64}
              value={name.value}
              onInput={({ currentTarget }) => {
                name.value = currentTarget.value;
              }}
            />
          </label>
          <button type="submit" disabled={name.value.trim() === ""}>
            Add a passkey
          </button>
        </form>
      )}
      <Confirm of={confirm} />
      {problem.value !== "" && (
        <p class="problem" role="alert">
          <Text of={problem.value} />
        </p>
      )}
    </>
  );
}
