import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CommandRun } from "../../src/core/hooks/hook.js";
import { admitted } from "../support/hook-specs.js";
import { fireReal, tempFolder } from "../support/real-engine.js";

interface Kind {
  readonly kind: string;
  /** What the record says; absent where the end is an answer. */
  readonly cause?: string;
  readonly run: (folder: string) => Omit<CommandRun, "type">;
  readonly timeoutMs?: number;
  /** What an observer's answer comes to, where it does not fail. */
  readonly observer?: "none" | "deny";
}

function script(folder: string, text: string, mode = 0o755): string {
  const file = join(folder, "hook.sh");
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const KINDS: readonly Kind[] = [
  { kind: "a missing script", cause: "not-found", run: (folder) => ({ command: `${folder}/absent.sh` }) },
  {
    kind: "a missing program, without a shell",
    cause: "not-found",
    run: (folder) => ({ command: `${folder}/absent`, exec: true }),
  },
  {
    kind: "a missing script for python",
    cause: "not-found",
    run: (folder) => ({ command: `python3 ${folder}/absent.py` }),
  },
  { kind: "a missing script for sh", cause: "not-found", run: (folder) => ({ command: `sh ${folder}/absent.sh` }) },
  {
    kind: "a missing script for perl",
    cause: "not-found",
    run: (folder) => ({ command: "perl", args: [`${folder}/absent.pl`], exec: true }),
  },
  {
    kind: "a missing working folder",
    cause: "not-found",
    run: (folder) => ({ command: "true", cwd: `${folder}/absent` }),
  },
  {
    kind: "a script that is not executable",
    cause: "not-executable",
    run: (folder) => ({ command: script(folder, "#!/bin/sh\n", 0o644) }),
  },
  {
    kind: "the same without a shell",
    cause: "not-executable",
    run: (folder) => ({ command: script(folder, "#!/bin/sh\n", 0o644), exec: true }),
  },
  {
    kind: "a missing interpreter",
    cause: "interpreter-missing",
    run: (folder) => ({ command: script(folder, "#!/no/such/program\n") }),
  },
  {
    kind: "a missing interpreter behind env",
    cause: "interpreter-missing",
    run: (folder) => ({ command: script(folder, "#!/usr/bin/env no-such-program\n") }),
  },
  {
    kind: "a missing interpreter, without a shell",
    cause: "interpreter-missing",
    run: (folder) => ({ command: script(folder, "#!/no/such/program\n"), exec: true }),
  },
  {
    kind: "a command line the system refuses",
    cause: "spawn-error",
    run: () => ({ command: `true ${"x".repeat(300_000)}` }),
  },
  { kind: "exit 1", cause: "exit", run: () => ({ command: "echo broken >&2; exit 1" }) },
  { kind: "another exit code", cause: "exit", run: () => ({ command: "exit 77" }) },
  { kind: "exit 2 without text", run: () => ({ command: "exit 2" }), observer: "deny" },
  { kind: "the end by a signal", cause: "signal", run: () => ({ command: "kill -9 $$" }) },
  { kind: "a timeout", cause: "timeout", run: () => ({ command: "sleep 60" }), timeoutMs: 250 },
  { kind: "text that is no JSON", cause: "not-json", run: () => ({ command: "echo hello" }), observer: "none" },
  { kind: "half a JSON", cause: "bad-json", run: () => ({ command: `printf '{"decision":"den'` }) },
  { kind: "JSON of another shape", cause: "wrong-shape", run: () => ({ command: `echo '{"decision":"perhaps"}'` }) },
  { kind: "output over the limit", cause: "output-limit", run: () => ({ command: "yes", stdoutLimit: 50_000 }) },
];

const PRESENCES = [
  ["interactive", "ask"],
  ["headless", "deny"],
  ["unknown", "deny"],
] as const;

describe.each(KINDS)("EX-14 EX-20 $kind", ({ cause, run, timeoutMs = 20_000, observer }) => {
  const hook = (guard: boolean) =>
    admitted({ id: "subject", guard, timeoutMs, run: { type: "command", ...run(tempFolder()) } });

  it.each(PRESENCES)("with a guard, %s", async (presence, expected) => {
    const decision = await fireReal([hook(true)], undefined, undefined, { presence });
    if (cause === undefined) {
      expect(decision).toMatchObject({ verdict: "deny", hooks: [{ outcome: "deny" }], notes: [] });
      expect(decision.reason).toContain("gave no reason");
      return;
    }
    expect(decision.verdict).toBe(expected);
    expect(decision.reason).toMatch(/^Guard "subject" could not decide: /);
    expect(decision.hooks).toMatchObject([{ id: "subject", outcome: "failed", cause, answered: expected }]);
    expect(decision.notes).toMatchObject([{ code: "HOOK_FAILED", hook: "subject" }]);
  });

  it.each(PRESENCES)("with an observer, %s", async (presence) => {
    const decision = await fireReal([hook(false)], undefined, undefined, { presence });
    expect(decision.verdict).toBe(observer ?? "none");
    if (observer !== undefined) return void expect(decision.hooks).toMatchObject([{ outcome: observer }]);
    expect(decision.hooks).toMatchObject([{ id: "subject", outcome: "failed", cause, answered: "allow" }]);
    expect(decision.notes).toMatchObject([{ code: "HOOK_FAILED", hook: "subject" }]);
  });
});
