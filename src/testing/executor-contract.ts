/** What the engine relies on in an Executor: a failure is a value, and it stops when aborted. */
import assert from "node:assert/strict";
import { FAILURE_HINTS } from "../core/decision/failure.js";
import type { HookEvent } from "../core/events/payload.js";
import { type AdmittedHook, admit } from "../core/hooks/admission.js";
import type { HookContext, RunSpec } from "../core/hooks/hook.js";
import type { Executor, HookResult } from "../core/ports.js";
import { type ContractCase, settlesWithin } from "./contract-case.js";

/** The executor under test, and hooks that it can run. */
export interface ExecutorSubject {
  /** Creates a new executor. */
  open(): Executor;
  /** Denies, with the call's `tool_input.command` as the reason. */
  readonly echoes: RunSpec;
  /** Cannot answer: it is missing, fails, or prints invalid output. */
  readonly fails: RunSpec;
  /** Never answers. */
  readonly hangs: RunSpec;
}

const PATIENCE_MS = 10_000;

/** Cases that every executor passes. */
export function executorContract(subject: ExecutorSubject): ContractCase[] {
  const cases: [name: string, check: (executor: Executor) => Promise<void>][] = [
    [
      "is for the type of its hooks",
      async (executor) => {
        for (const run of [subject.echoes, subject.fails, subject.hangs]) assert.equal(run.type, executor.type);
      },
    ],
    [
      "gives the answer of the hook",
      async (executor) => {
        const result = await runOne(executor, subject.echoes, "ls");
        assert.ok(result.ok, JSON.stringify(result));
        assert.equal(result.output.verdict, "deny");
        assert.equal(result.output.reason, "ls");
      },
    ],
    [
      "gives a failure as a value with a known cause",
      async (executor) => {
        const result = await runOne(executor, subject.fails, "ls");
        assert.equal(result.ok, false);
        assert.ok(!result.ok && Object.hasOwn(FAILURE_HINTS, result.failure.cause), JSON.stringify(result));
        assert.notEqual(result.failure.message, "");
      },
    ],
    [
      "does not mix up hooks that run at the same time",
      async (executor) => {
        const commands = ["a", "b", "c", "d", "e"];
        const results = await Promise.all(commands.map((one) => runOne(executor, subject.echoes, one)));
        assert.deepEqual(
          results.map((one) => one.ok && one.output.reason),
          commands,
        );
      },
    ],
    [
      "leaves the event as it is",
      async (executor) => {
        const event = eventOf("ls");
        const before = structuredClone(event);
        await runOne(executor, subject.echoes, "ls", event);
        assert.deepEqual(event, before);
      },
    ],
    [
      "stops when aborted",
      async (executor) => {
        const caller = new AbortController();
        setTimeout(() => caller.abort("timeout"), 100);
        const result = await runOne(executor, subject.hangs, "ls", eventOf("ls"), caller.signal);
        assert.equal(result.ok, false);
      },
    ],
    [
      "stops at once when aborted before",
      async (executor) => {
        const result = await runOne(executor, subject.hangs, "ls", eventOf("ls"), AbortSignal.abort("aborted"));
        assert.equal(result.ok, false);
      },
    ],
    [
      "can be closed twice, also while a hook runs",
      async (executor) => {
        const caller = new AbortController();
        const running = runOne(executor, subject.hangs, "ls", eventOf("ls"), caller.signal);
        executor.close?.();
        executor.close?.();
        caller.abort("aborted");
        assert.equal((await running).ok, false);
      },
    ],
  ];
  return cases.map(([name, check]) => ({
    name,
    async run() {
      const executor = subject.open();
      try {
        await check(executor);
      } finally {
        executor.close?.();
      }
    },
  }));
}

async function runOne(
  executor: Executor,
  run: RunSpec,
  command: string,
  event = eventOf(command),
  signal = new AbortController().signal,
): Promise<HookResult> {
  const hook = hookOf(run);
  const context: HookContext = {
    hookId: hook.id,
    presence: "headless",
    signal,
    progress: () => {},
    askUser: async () => ({ outcome: "none" as const }),
  };
  try {
    const raw = await settlesWithin(PATIENCE_MS, "the hook", executor.run(hook, event, context));
    return executor.read(raw, hook, event);
  } catch (error) {
    // The engine records a throw as this failure too.
    return { ok: false, failure: { cause: "threw", message: String(error) } };
  }
}

function eventOf(command: string): HookEvent {
  const payload = { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: { command } };
  return { name: "PreToolUse", payload };
}

function hookOf(run: RunSpec): AdmittedHook {
  const source = { key: "test", level: "user", rank: 0, state: "named", dialect: "native", why: "a test" } as const;
  const settings = { match: {}, guard: true, strategy: "serial", timeoutMs: PATIENCE_MS, mode: "enforce" } as const;
  const hook = { id: "subject", event: "PreToolUse", dialect: "native", enabled: true, run, ...settings };
  const admission = admit({ hook, source, alsoFrom: [] });
  assert.ok("admitted" in admission);
  return admission.admitted;
}
