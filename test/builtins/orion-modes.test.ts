import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import { OrionPlace } from "../support/orion-place.js";

const REGISTRY = {
  modes: {
    marathon: { keywords: ["marathon"], hint: "Work until the list is empty.", continue: "take the next item." },
    quiet: { keywords: ["be quiet"], hint: "Say little." },
  },
};
const HOOKS = [
  ["mode-keywords", "UserPromptSubmit"],
  ["mode-stop", "Stop"],
  ["mode-recovery", "PreCompact"],
  ["mode-continuation", "SessionStart"],
  ["mode-end", "SessionEnd"],
] as const;
const OPTIONS = { registry: ".orion/modes.json" };

class ModePlace extends OrionPlace {
  constructor() {
    super();
    this.write(`${this.project}/.orion/modes.json`, JSON.stringify(REGISTRY));
  }

  on(name: string, event: string, payload = {}) {
    return this.fire(name, event, payload, OPTIONS);
  }
}

describe("modes", () => {
  it.each(HOOKS)("BI-O13 BI-O14 BI-O15 BI-O19 %s without a registry is no hook, and says so", async (name, event) => {
    expect(BUILTINS[name]!.checkOptions({})).toMatch(/`registry` must name/);
    const place = new OrionPlace();
    expect(await place.fire(name, event, { prompt: "marathon" }, OPTIONS)).toEqual({
      message: `${name} does nothing: there is no mode registry at .orion/modes.json.`,
    });
    expect(place.emitted).toEqual([]);
  });

  it.each(HOOKS)("BI-O13 BI-O14 BI-O15 %s does nothing while no mode is on", async (name, event) => {
    expect(await new ModePlace().on(name, event, { prompt: "a long run" })).toEqual({});
  });

  it("BI-O13 a word of a prompt switches a mode on, and the agent goes on until it ends", async () => {
    const place = new ModePlace();
    expect(await place.on("mode-keywords", "UserPromptSubmit", { prompt: "Marathon, please; be quiet" })).toEqual({
      context: "<mode>\nWork until the list is empty.\nSay little.\n</mode>",
    });
    expect(await place.on("mode-stop", "Stop")).toEqual({
      forceContinue: { reason: "Mode marathon is on: take the next item." },
    });
    expect(await place.on("mode-stop", "Stop", { stop_hook_active: true })).toEqual({});
    await place.on("mode-end", "SessionEnd");
    expect(await place.on("mode-stop", "Stop")).toEqual({});
  });

  it("BI-O14 BI-O15 what was on before a compaction is on after it", async () => {
    const place = new ModePlace();
    await place.on("mode-keywords", "UserPromptSubmit", { prompt: "marathon" });
    await place.on("mode-recovery", "PreCompact");
    const file = place.cached("modes/c1.json");
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ modes: ["marathon"] });
    await place.state.update(`modes:${place.project}`, () => undefined); // as if it had been lost
    expect(await place.on("mode-continuation", "SessionStart", { source: "compact" })).toEqual({
      context: "<mode-continuation>\nStill active:\n- marathon: Work until the list is empty.\n</mode-continuation>",
    });
    await place.on("mode-end", "SessionEnd");
    expect(existsSync(file)).toBe(false);
  });

  it("BI-O19 the closure is told of the project and the log, only if modes are on", async () => {
    const place = new ModePlace();
    await place.on("mode-end", "SessionEnd");
    expect(place.emitted).toEqual([]);
    await place.on("mode-keywords", "UserPromptSubmit", { prompt: "marathon" });
    await place.on("mode-end", "SessionEnd");
    const log = `${place.surroundings.state}/modes.jsonl`;
    expect(place.emitted).toEqual([["orion:modeClosure", { projectPath: place.project, log }]]);
    expect(JSON.parse(readFileSync(log, "utf8"))).toMatchObject({ session: "s1", closed: ["marathon"] });
    await place.on("mode-end", "SessionEnd");
    expect(place.emitted).toHaveLength(1);
  });

  it("a registry may be a folder, and a mode may be on always", async () => {
    const place = new OrionPlace();
    place.write(`${place.project}/modes/steady.json`, JSON.stringify({ active: true, continue: "look again." }));
    place.write(`${place.project}/modes/broken.json`, "{");
    expect(await place.fire("mode-stop", "Stop", {}, { registry: "modes" })).toEqual({
      forceContinue: { reason: "Mode steady is on: look again." },
    });
  });
});
