/** Without a session: what to do, and a field for the code that a terminal shows. */
import { useSignal } from "@preact/signals";
import { redeem, session } from "../state/session.js";

export function SignIn() {
  const code = useSignal("");
  const isBusy = useSignal(false);
  const why = session.value.state === "signed out" ? session.value.why : "";
  const submit = async (event: Event) => {
    event.preventDefault();
    isBusy.value = true;
    if (await redeem(code.value)) location.reload();
    isBusy.value = false;
  };
  return (
    <main class="sign-in">
      <h1>Snaphook</h1>
      {why !== "" && (
        <p class="problem" role="alert">
          {why}
        </p>
      )}
      <p>
        This page has no session. Run <code>snaphook page</code> in a terminal: it opens the page signed in, and prints
        a code that you can type here.
      </p>
      <form onSubmit={submit}>
        <label for="code">Code</label>
        <input
          id="code"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxLength={16}
          value={code}
          onInput={({ currentTarget }) => {
            code.value = currentTarget.value;
          }}
        />
        <button type="submit" disabled={isBusy.value || code.value.trim() === ""}>
          Sign in
        </button>
      </form>
    </main>
  );
}
