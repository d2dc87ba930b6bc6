import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { claudeGroups } from "../../src/adapters/_shared/claude-groups.js";
import type { WiredCall } from "../../src/adapters/contract.js";
import { jsonEntries } from "../../src/runtime/wiring/formats/json-entries.js";

const groups = jsonEntries(claudeGroups);
const wanted: WiredCall[] = ["PreToolUse", "Stop"].map((event) => ({
  event,
  command: `/data/snaphook/launch claude-code ${event}`,
  seconds: 600,
  gates: false,
}));
const ours = (event: string) =>
  JSON.stringify([{ hooks: [{ type: "command", command: `/data/snaphook/launch claude-code ${event}` }] }]);

describe("a config that our entries have no safe place in", () => {
  it.each(["null", "{}", '"x"', "7"])("CF-22 is left alone when an event holds %s, and the event is named", (value) => {
    const put = groups.put(`{"hooks":{"Stop":[],"PreToolUse":${value}}}`, wanted);
    expect(put).toEqual({ problem: "its `hooks.PreToolUse` is not a list" });
  });

  it("is edited when only something that is none of our events is no list", () => {
    const put = groups.put('{"hooks":{"enabled":true}}', wanted);
    expect("text" in put && parse(put.text ?? "").hooks).toMatchObject({ enabled: true, Stop: [{}] });
  });

  it.each([
    ["hooks", '{"hooks":{},"model":"x","hooks":{}}'],
    ["hooks.Stop", '{"hooks":{"Stop":[],"Stop":[]}}'],
    ["hooks", '{"hooks":{"Stop":[{"hooks":[],"hooks":[]}]}}'],
    ["hooks", `{"hooks":{"Stop":${ours("Stop")}},"hooks":{}}`],
  ])("CF-22 is left alone when it holds the key %s twice", (key, text) => {
    const problem = expect.stringContaining(`\`${key}\` is duplicated`);
    expect(groups.put(text, wanted)).toEqual({ problem });
    expect(groups.take(text)).toEqual({ problem });
  });

  it("does not mind other keys that stand there twice", () => {
    const put = groups.put('{"model":"x","model":"y"}', wanted);
    expect("text" in put && put.text).toContain('{"model":"x","model":"y"');
  });
});
