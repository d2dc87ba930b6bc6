/** Policies as people write them: real hooks files of a user and of a project, real processes, a real agent's payload. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import claudeCode from "../../src/adapters/claude-code/index.js";
import type { Decision } from "../../src/core/decision/decision.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { finish } from "../../src/runtime/call/finish.js";
import { handleCall } from "../../src/runtime/call/handle-call.js";
import { approve, reviewPath } from "../../src/runtime/plan/review.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";

const COMMANDS = ["ls", "rm -r x", "git push"];

const answer = fc.oneof(
  { arbitrary: fc.constant<JsonObject>({}), weight: 2 },
  {
    arbitrary: fc.record({
      permissionDecision: fc.constantFrom("allow", "ask", "deny"),
      permissionDecisionReason: fc.constantFrom("one", "two"),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      updatedInput: fc.record(
        { command: fc.constantFrom(...COMMANDS, "sandbox ls"), timeout: fc.constantFrom(1, 2) },
        { requiredKeys: [] },
      ),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ additionalContext: fc.constantFrom("short", "long ".repeat(1500)) }), weight: 1 },
  { arbitrary: fc.constant<JsonObject>({ fails: true }), weight: 1 },
);

export interface WrittenHook {
  readonly facts: JsonObject;
  /** By command; the last one for everything else. */
  readonly answers: readonly JsonObject[];
}

const hook: fc.Arbitrary<WrittenHook> = fc.record({
  facts: fc.record(
    {
      id: fc.constantFrom("one", "two"),
      guard: fc.boolean(),
      matcher: fc.constantFrom("Bash", "Bash(git *)", "Bash(rm *)", "*"),
      onFailure: fc.constantFrom("allow", "ask", "deny"),
      mode: fc.constantFrom("enforce", "enforce", "observe"),
      once: fc.boolean(),
    },
    { requiredKeys: ["guard"] },
  ),
  answers: fc.tuple(answer, answer, answer, answer),
});

export interface WrittenCase {
  readonly user: readonly WrittenHook[];
  readonly project: readonly WrittenHook[];
  readonly strategy: string;
  readonly command: string;
  readonly headless: boolean;
}

export const writtenCases: fc.Arbitrary<WrittenCase> = fc.record({
  user: fc.array(hook, { minLength: 1, maxLength: 2 }),
  project: fc.array(hook, { minLength: 1, maxLength: 2 }),
  strategy: fc.constantFrom("serial", "parallel"),
  command: fc.constantFrom(...COMMANDS),
  headless: fc.boolean(),
});

/** A hooks file whose hooks are shell programs that answer by the command they are told. */
export function hooksFile(hooks: readonly WrittenHook[], strategy: string): string {
  const entries = hooks.map(({ facts, answers }) => {
    const say = (i: number) => {
      const { fails, ...specific } = answers[i]!;
      if (fails) return "exit 1";
      return Object.keys(specific).length === 0 ? ":" : `echo '${JSON.stringify({ hookSpecificOutput: specific })}'`;
    };
    const cases = COMMANDS.map((command, i) => `*'"command":"${command}"'*) ${say(i)} ;;`).join(" ");
    return { ...facts, command: `case "$(cat)" in ${cases} *) ${say(COMMANDS.length)} ;; esac` };
  });
  return JSON.stringify({ strategy, hooks: { PreToolUse: entries } });
}

export class Home {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-files-")));
  readonly #places = findPlaces({ HOME: join(this.root, "home") });

  write(path: string, text: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  writeUser(text: string): void {
    this.write("home/.config/snaphook/hooks.json", text);
  }

  /** A project, with its file approved as a person would after a look at it. */
  async project(name: string, text?: string): Promise<string> {
    const folder = join(this.root, name);
    mkdirSync(join(folder, ".git"), { recursive: true });
    if (text === undefined) return folder;
    this.write(`${name}/.snaphook/hooks.json`, text);
    for (const item of (await reviewPath(folder, this.#places)).items) {
      const problem = await approve(item, this.#places);
      if (problem !== undefined) throw new Error(problem.message);
    }
    return folder;
  }

  async ask(cwd: string, input: JsonObject, headless: boolean): Promise<Decision> {
    const payload = { session_id: cwd, cwd, tool_name: "Bash", tool_input: input, hook_event_name: "PreToolUse" };
    const answered = await handleCall({
      adapter: claudeCode,
      event: "PreToolUse",
      payload,
      cwd,
      environment: { PATH: process.env["PATH"], CLAUDE_CODE_SESSION_ATTENDED: headless ? "0" : "1" },
      places: this.#places,
      program: "none",
      way: "alone",
    });
    await finish(answered, () => {});
    return answered.decision;
  }
}
