/** A process that may open nothing more: hooks cannot be started, and what says which hooks there are cannot be read. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { withoutHandles } from "../support/no-handles.js";
import { ownHooks } from "../support/own-hooks.js";
import { ProgramPlace } from "../support/program.js";
import { AGENTS, toldTo } from "./agents.js";
import { answerTo } from "./call-agent.js";
import { HOOKS, type HookName, type Mode } from "./kinds.js";

const MODES: readonly Mode[] = ["interactive", "headless"];
const CASES = Object.keys(AGENTS).flatMap((agent) => MODES.map((mode) => ({ agent, mode })));
/** Until a plan is told by the state of its files alone, without reading them again. */
const SETTLED_MS = 2_200;

describe("T7 EX-14 EX-15 spawn error EMFILE", () => {
  it("of a hook declared in every way, in every agent", async () => {
    const places = Object.entries(HOOKS).map(([name, { keys }]) => {
      const place = new ProgramPlace();
      const hook = { id: "policy", command: "true", timeoutMs: 20_000, ...keys };
      place.writeUser("hooks.json", { version: 1, hooks: { PreToolUse: [hook] } });
      return { name: name as HookName, place };
    });
    await import("../../src/runtime/call/ask-person.js"); // loaded only if there is a question
    await wait(SETTLED_MS);
    for (const { name, place } of places) {
      for (const { agent } of CASES) await answerTo(place, agent, "headless"); // what is loaded on demand is there
      const answers = await withoutHandles(async () => {
        const all = [];
        for (const { agent, mode } of CASES) all.push(await answerTo(place, agent, mode));
        return all;
      });
      for (const [n, { words, decision }] of answers.entries()) {
        const { agent, mode } = CASES[n]!;
        const where = `${name}, ${agent}, ${mode}`;
        const told = toldTo(AGENTS[agent]!, HOOKS[name].declared, mode);
        expect({ where, ...words }).toEqual({ where, ...AGENTS[agent]!.says(told, decision.reason ?? "") });
        expect(ownHooks(decision.hooks), where).toMatchObject([
          { id: "policy", outcome: "failed", cause: "spawn-error" },
        ]);
      }
    }
  });

  it("of the files that say which hooks there are: a call that cannot be checked is not let through", async () => {
    for (const { agent, mode } of CASES) {
      const place = new ProgramPlace();
      const hook = { id: "policy", command: "true", guard: true };
      place.writeUser("hooks.d/policy.json", { version: 1, hooks: { PreToolUse: [hook] } });
      const where = `${agent}, ${mode}`;
      const { words, decision } = await withoutHandles(() => answerTo(place, agent, mode));
      expect(decision, where).toMatchObject({
        verdict: expect.stringMatching(/^(ask|deny)$/),
        notes: [{ code: "CALL_FAILED", message: expect.stringContaining("EMFILE") }],
      });
      const told = toldTo(AGENTS[agent]!, { interactive: "ask", headless: "deny" }, mode);
      // On stderr the person reads the reason in any case.
      const said = AGENTS[agent]!.says(told, decision.reason ?? "");
      expect({ where, ...words, stderr: "" }).toEqual({ where, ...said, stderr: "" });
      expect(words.stderr, where).toContain("EMFILE");
    }
  });
});
