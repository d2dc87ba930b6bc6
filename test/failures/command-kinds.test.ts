/** Every kind of failure of a hook's process, in every agent, with a person and without: exactly what is declared. */
import { describe, expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { ownHooks } from "../support/own-hooks.js";
import { ProgramPlace } from "../support/program.js";
import { AGENTS, toldTo } from "./agents.js";
import { answerTo } from "./call-agent.js";
import { HOOKS, type HookName, KINDS, type Kind, type Mode } from "./kinds.js";

const MODES: readonly Mode[] = ["interactive", "headless"];
const AT_ONCE = 4;

it("T7 the table has every agent there is", () => {
  expect(Object.keys(AGENTS)).toEqual(Object.keys(ADAPTERS).sort());
});

describe.each(KINDS.map((kind) => [kind.kind, kind] as const))("T7 EX-14 EX-15 EX-10 %s", (_name, kind: Kind) => {
  it.each(Object.keys(HOOKS) as HookName[])("of a hook declared as %s, in every agent", async (name) => {
    const place = new ProgramPlace();
    const hook = { id: "policy", timeoutMs: 20_000, ...HOOKS[name].keys, ...kind.hook(place.home) };
    place.writeUser("hooks.json", { version: 1, hooks: { PreToolUse: [hook] } });
    const cases = Object.keys(AGENTS).flatMap((agent) => MODES.map((mode) => ({ agent, mode })));
    while (cases.length > 0) {
      await Promise.all(
        cases.splice(0, AT_ONCE).map(({ agent, mode }) => expectDeclared(place, kind, name, agent, mode)),
      );
    }
  });
});

async function expectDeclared(place: ProgramPlace, kind: Kind, name: HookName, agent: string, mode: Mode) {
  const instead = kind.instead?.[name];
  const declared = instead === undefined ? HOOKS[name].declared : { interactive: instead, headless: instead };
  const told = toldTo(AGENTS[agent]!, declared, mode);
  const { words, decision } = await answerTo(place, agent, mode);
  const where = `${agent}, ${mode}`;
  const reason = decision.reason ?? "";
  expect({ where, ...words }).toEqual({ where, ...AGENTS[agent]!.says(told, reason) });
  if (told !== "none") {
    expect(reason, where).toMatch(kind.words);
    expect(reason, where).toContain('"policy"');
  }
  // In the record whatever the agent was told.
  const failed = kind.cause !== undefined && instead === undefined;
  const run = failed ? { outcome: "failed", cause: kind.cause } : { outcome: instead };
  expect(ownHooks(decision.hooks), where).toMatchObject([{ id: "policy", ...run }]);
  if (failed)
    expect(decision.notes, where).toContainEqual(expect.objectContaining({ code: "HOOK_FAILED", hook: "policy" }));
}
