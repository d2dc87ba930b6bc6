/** The contract of a driver, on what the released programs printed. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { DRIVES } from "../../src/adapters/_drives.js";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import type { AgentDrive, TurnReading } from "../../src/adapters/drive.js";
import { type JsonObject, parseObject } from "../../src/core/text/json.js";

const fixture = (agent: string, name: string) =>
  readFileSync(fileURLToPath(new URL(`../../src/adapters/${agent}/fixtures/_drive.${name}`, import.meta.url)), "utf8");

function readAll(drive: AgentDrive, text: string): TurnReading {
  return text
    .split("\n")
    .map(parseObject)
    .filter((line) => line !== undefined)
    .reduce<TurnReading>((sofar, line) => drive.read(sofar, line), {});
}

const driven = Object.entries(DRIVES).flatMap(([name, drive]) => ("notDriven" in drive ? [] : [{ name, drive }]));

it("every adapter has a driver, or says why it has none", () => {
  expect(Object.keys(DRIVES)).toEqual(Object.keys(ADAPTERS));
  expect(driven.map(({ name }) => name)).toEqual(["claude-code", "codex", "gemini", "pi"]);
  for (const drive of Object.values(DRIVES)) if ("notDriven" in drive) expect(drive.notDriven).toMatch(/^[A-Z].*\.$/);
});

describe.each(driven)("the driver of $name", ({ name, drive }) => {
  it("reads session, text, tokens and turns of a first turn with a tool call", () => {
    const reading = readAll(drive, fixture(name, "first.jsonl"));
    expect(reading).toMatchObject({ text: "First turn done.", tokens: 4, over: true });
    expect(reading.session).toMatch(/^[0-9a-f-]{36}$/);
    // Gemini CLI does not tell.
    if (name !== "gemini") expect(reading.turns).toBeGreaterThan(0);
    expect(reading.failed).toBeUndefined();
    if (drive.totals.costUsd === "unknown") expect(reading.costUsd).toBeUndefined();
    else expect(reading.costUsd).toBeGreaterThanOrEqual(0);
  });

  it("reads the same session in a turn that continues it, and totals that count as declared", () => {
    const [first, again] = ["first.jsonl", "again.jsonl"].map((one) => readAll(drive, fixture(name, one)));
    expect(again).toMatchObject({ session: first!.session, text: "Second turn done.", over: true });
    expect(again!.tokens! > first!.tokens!).toBe(drive.totals.tokens === "session");
    if (drive.totals.costUsd === "session") expect(again!.costUsd).toBeGreaterThan(first!.costUsd!);
  });

  it("sees an error in its output, whatever the exit code", () => {
    const reading = readAll(drive, fixture(name, "failed.jsonl"));
    expect(reading).toMatchObject({ over: true });
    expect(reading.failed).toMatch(/\w/);
  });

  it("recognises that a session is gone", () => {
    expect(fixture(name, "gone.txt")).toMatch(drive.sessionGone);
  });

  it("knows the session before the turn is over, and is not over in the middle", () => {
    const lines = fixture(name, "first.jsonl").trimEnd().split("\n");
    const half = readAll(drive, lines.slice(0, -1).join("\n"));
    expect(half.session).toBeDefined();
    expect(half.over).toBeUndefined();
  });

  it("ignores lines that it does not know", () => {
    const odd: JsonObject[] = [
      {},
      { type: 7 },
      { type: "result" },
      { type: "result", status: 7, stats: null, error: "x" },
      { type: "message", role: "assistant" },
      { type: "item.completed", item: null },
      { type: "message_end" },
    ];
    for (const line of odd) expect(() => drive.read({}, line)).not.toThrow();
  });

  it("names session, model and the user's arguments, never the prompt", () => {
    const first = drive.args({ args: ["--own"] });
    const again = drive.args({ session: "s1", model: "m1", args: [] });
    expect(first).toContain("--own");
    expect(first).not.toContain("s1");
    expect(again).toEqual(expect.arrayContaining(["s1", "m1"]));
  });

  it("expresses what it takes", () => {
    const options = { systemPrompt: "be brief", tools: "Read,Edit", host: ["node", "program", "mcp"] };
    const args = drive.args({ ...options, args: [] }).join(" ");
    for (const what of ["systemPrompt", "tools"] as const)
      expect(args.includes(options[what]), what).toBe(drive.takes.includes(what));
    expect(args.includes("mcp__snaphook__approve")).toBe(drive.takes.includes("host"));
  });
});

it("no driver is left without recorded output", () => {
  for (const { name } of driven)
    expect(existsSync(new URL(`../../src/adapters/${name}/fixtures/_drive.first.jsonl`, import.meta.url))).toBe(true);
});
