/**
 * The kinds of failure that a hook process can bring about, each as a real command, and what is declared for them:
 * by whom the hook is written (guard, observer, its own `onFailure`) and whether a person is there.
 */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Mode = "interactive" | "headless";
/** What the agent is to be told; "none" is no opinion. */
export type Told = "none" | "ask" | "deny";

export interface Kind {
  readonly kind: string;
  /** Part of what the agent is told. */
  readonly words: RegExp;
  /** The record's word for it; absent where the end of the process is an answer. */
  readonly cause?: string;
  /** Where the kind itself decides: exit 2 is a hook's own "no", and what an observer prints is nobody's business. */
  readonly instead?: Partial<Record<HookName, Told>>;
  /** Keys of the hook; `folder` is one of its own. */
  hook(folder: string): object;
}

export type HookName = "guard" | "guard-allow" | "guard-ask" | "guard-deny" | "observer" | "observer-deny";

/** How the hook is declared, and what that says about its failure. */
export const HOOKS: Readonly<Record<HookName, { readonly keys: object; readonly declared: Record<Mode, Told> }>> = {
  guard: { keys: { guard: true }, declared: { interactive: "ask", headless: "deny" } },
  "guard-allow": { keys: { guard: true, onFailure: "allow" }, declared: { interactive: "none", headless: "none" } },
  "guard-ask": { keys: { guard: true, onFailure: "ask" }, declared: { interactive: "ask", headless: "ask" } },
  "guard-deny": { keys: { guard: true, onFailure: "deny" }, declared: { interactive: "deny", headless: "deny" } },
  observer: { keys: {}, declared: { interactive: "none", headless: "none" } },
  "observer-deny": { keys: { onFailure: "deny" }, declared: { interactive: "deny", headless: "deny" } },
};

const everyone = (told: Told) =>
  Object.fromEntries(Object.keys(HOOKS).map((name) => [name, told])) as Record<HookName, Told>;

export const KINDS: readonly Kind[] = [
  {
    kind: "script missing",
    words: /not found/,
    cause: "not-found",
    hook: (folder) => ({ command: join(folder, "absent.sh") }),
  },
  {
    kind: "not executable",
    words: /may not be executed/,
    cause: "not-executable",
    hook: (folder) => ({ command: script(folder, "#!/bin/sh\n", 0o644) }),
  },
  {
    kind: "interpreter missing",
    words: /interpreter was not found/,
    cause: "interpreter-missing",
    hook: (folder) => ({ command: script(folder, "#!/no/such/program\n") }),
  },
  {
    kind: "spawn error E2BIG",
    words: /could not be started \(E2BIG\)/,
    cause: "spawn-error",
    hook: () => ({ command: `: ${"x".repeat(300_000)}` }),
  },
  { kind: "exit 1", words: /exited with code 1/, cause: "exit", hook: () => ({ command: "exit 1" }) },
  { kind: "another exit code", words: /exited with code 77/, cause: "exit", hook: () => ({ command: "exit 77" }) },
  {
    kind: "exit 2 without text",
    words: /gave no reason/,
    instead: everyone("deny"),
    hook: () => ({ command: "exit 2" }),
  },
  { kind: "killed by a signal", words: /killed by SIGKILL/, cause: "signal", hook: () => ({ command: "kill -9 $$" }) },
  {
    kind: "timeout",
    words: /did not answer within 150 ms/,
    cause: "timeout",
    hook: () => ({ command: "exec sleep 60", timeoutMs: 150 }),
  },
  {
    kind: "stdout not JSON",
    words: /text, not JSON/,
    cause: "not-json",
    instead: { observer: "none" },
    hook: () => ({ command: "echo hello" }),
  },
  {
    kind: "half a JSON",
    words: /JSON/,
    cause: "bad-json",
    hook: () => ({ command: `printf '{"decision":"allo'` }),
  },
  {
    kind: "JSON of the wrong shape",
    words: /perhaps/,
    cause: "wrong-shape",
    hook: () => ({ command: `echo '{"decision":"perhaps"}'` }),
  },
  {
    kind: "output over the cap",
    words: /more than 1000 bytes/,
    cause: "output-limit",
    hook: () => ({ command: "printf %05000d 0", stdoutLimit: 1000 }),
  },
];

function script(folder: string, text: string, mode = 0o755): string {
  const file = join(folder, "hook.sh");
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}
