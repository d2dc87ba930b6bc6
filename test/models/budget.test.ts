import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BudgetKeeper } from "../../src/models/budget.js";
import { USUAL_BUDGET } from "../../src/models/settings.js";
import { FileState } from "../../src/runtime/platform/file-state.js";
import { block, chat, json, ModelServer, PASS } from "../support/model-server.js";
import { eventually, tempFolder } from "../support/real-engine.js";
import { call, PromptPlace } from "./prompt-place.js";

const HOUR = 3_600_000;
const ROOM = { tokensPerDay: 10_000_000 };

describe("the budget for models", () => {
  it("HT-02 is hard per hour: no request goes out beyond it, also from new engines", async () => {
    const server = await ModelServer.start(PASS);
    const place = new PromptPlace(server.settings({}, { budget: { ...ROOM, callsPerHour: 3 } }));
    const causes = [];
    for (let i = 0; i < 5; i++) causes.push((await place.fire({}, `ls ${i}`)).hooks[0]!.cause);
    expect(causes).toEqual([undefined, undefined, undefined, "model-budget", "model-budget"]);
    expect(server.asked).toHaveLength(3);
    expect((await place.fire({}, "ls 9")).reason).toContain("callsPerHour");
  });

  it("HT-02 is hard while twenty calls run at once [counted before]", async () => {
    const server = await ModelServer.start((response) => setTimeout(() => chat(response, PASS), 20));
    const place = new PromptPlace(server.settings({}, { budget: { ...ROOM, callsPerDay: 7 } }));
    const decisions = await Promise.all(Array.from({ length: 20 }, (_, i) => place.fire({}, `ls ${i}`)));
    expect(server.asked).toHaveLength(7);
    expect(decisions.filter(({ hooks }) => hooks[0]!.cause === "model-budget")).toHaveLength(13);
  });

  it("HT-02 counts tokens before the call with the most it can need, and afterwards with what it used", async () => {
    const server = await ModelServer.start(PASS);
    const place = new PromptPlace(server.settings({}, { budget: { tokensPerDay: 5_000 } }));
    const causes = [];
    for (let i = 0; i < 12; i++) causes.push((await place.fire({}, `ls ${i}`)).hooks[0]!.cause);
    const asked = causes.filter((cause) => cause === undefined).length;
    expect(asked).toBeGreaterThan(1);
    expect(causes.slice(asked).every((cause) => cause === "model-budget")).toBe(true);
    expect(server.asked.length * 320).toBeLessThanOrEqual(5_000);
  });

  it("HT-02 an answer that reports no use costs its whole reservation [unknown use]", async () => {
    const server = await ModelServer.start((response) => chat(response, PASS, null));
    const place = new PromptPlace(server.settings({}, { budget: { tokensPerDay: 5_000 } }));
    await place.fire({}, "ls 1");
    expect((await place.fire({}, "ls 2")).hooks[0]!.cause).toBe("model-budget");
  });

  it("HT-02 counts US dollars by the price of the model", async () => {
    const server = await ModelServer.start(PASS);
    const price = { input: 1_000, output: 5_000 }; // 0.40 dollars for each answer here
    const place = new PromptPlace(
      server.settings({ price, maxOutputTokens: 50 }, { budget: { ...ROOM, usdPerDay: 4 } }),
    );
    const causes = [];
    for (let i = 0; i < 8; i++) causes.push((await place.fire({}, `ls ${i}`)).hooks[0]!.cause);
    expect(server.asked.length).toBeGreaterThan(0);
    expect(server.asked.length * 0.4).toBeLessThanOrEqual(4);
    expect(causes.at(-1)).toBe("model-budget");
  });

  it("HT-02 hooks of a project have their own budget, and the user's hooks do not share it [budget of projects]", async () => {
    const server = await ModelServer.start(PASS);
    const place = new PromptPlace(server.settings({}, { budget: { ...ROOM, projectCallsPerDay: 2 } }));
    const project = { level: "project", key: "project", root: "/work/a" } as const;
    for (let i = 0; i < 4; i++) await place.fire({}, `ls ${i}`, project);
    expect(server.asked).toHaveLength(2);
    await place.fire({}, "ls", { ...project, root: "/work/b" });
    await place.fire({}, "ls");
    expect(server.asked).toHaveLength(4);
    const stored = readAll(place);
    expect(stored).toContain('"projects"');
    expect(stored).not.toContain("/work/a");
  });

  it("HT-02 without a place to count in, no model is asked [counted on the disk]", async () => {
    const server = await ModelServer.start(PASS);
    const place = new PromptPlace(server.settings());
    writeFileSync(join(place.home, ".local"), "not a folder");
    const decision = await place.fire();
    expect(decision).toMatchObject({ verdict: "deny", hooks: [{ cause: "model-budget" }] });
    expect(server.asked).toEqual([]);
  });

  it("HT-02 an hour and a day end by the clock, and a restart does not end them", async () => {
    const folder = tempFolder();
    let now = Date.parse("2026-11-18T22:30:00Z");
    const keeper = () =>
      new BudgetKeeper(new FileState(folder), { ...USUAL_BUDGET, callsPerHour: 2, callsPerDay: 3 }, () => now);
    const reserve = async () => (await keeper().reserve({ model: "m", tokens: 10, usd: 0 }))?.message;
    expect([await reserve(), await reserve()]).toEqual([undefined, undefined]);
    expect(await reserve()).toContain("callsPerHour");
    now += HOUR / 2;
    expect(await reserve()).toBeUndefined();
    expect(await reserve()).toContain("callsPerDay");
    now += HOUR;
    expect(await reserve()).toBeUndefined();
    expect(await keeper().spent()).toMatchObject({ day: "2026-11-19", calls: 1, tokens: 10 });
  });

  it("HT-02 an invalid budget means the default, never none [default budget]", async () => {
    const server = await ModelServer.start(PASS);
    const place = new PromptPlace(server.settings({}, { budget: { callsPerHour: "many", tokensPerDay: 1e9 } }));
    const causes = [];
    for (let i = 0; i < USUAL_BUDGET.callsPerHour + 1; i++)
      causes.push((await place.fire({}, `ls ${i}`)).hooks[0]!.cause);
    expect(causes.at(-2)).toBeUndefined();
    expect(causes.at(-1)).toBe("model-budget");
  });
});

describe("a server that limits requests", () => {
  const limited = (headers: Record<string, string>) =>
    ModelServer.start((response) => json(response, 429, { error: { message: "slow down" } }, headers), PASS);

  it.each([
    ["in seconds", { "retry-after": "120" }],
    ["as a date", { "retry-after": new Date(Date.now() + 120_000).toUTCString() }],
    ["not at all", {}],
    ["wrongly", { "retry-after": "soon" }],
  ])("HT-02 429 that says when %s: not asked again meanwhile", async (_how, headers) => {
    const server = await limited(headers as Record<string, string>);
    const place = new PromptPlace(server.settings());
    expect((await place.fire({}, "ls 1")).reason).toContain("limits requests (429): slow down");
    const decision = await place.fire({}, "ls 2");
    expect(decision).toMatchObject({ verdict: "deny", hooks: [{ cause: "model-failed" }] });
    expect(decision.reason).toContain("asked to wait until");
    expect(server.asked).toHaveLength(1);
  });

  it("HT-02 a server cannot pause a hook for longer than an hour [longest pause]", async () => {
    const server = await limited({ "retry-after": "999999999" });
    const place = new PromptPlace(server.settings());
    await place.fire({}, "ls 1");
    const until = /wait until (\S+Z)/.exec((await place.fire({}, "ls 2")).reason!)![1]!;
    expect(Date.parse(until)).toBeLessThanOrEqual(Date.now() + HOUR);
  });
});

describe("equal questions", () => {
  it("HT-02 the same hook and input is asked once within ten minutes, whatever the session and call id", async () => {
    const server = await ModelServer.start(block("no"), PASS);
    const place = new PromptPlace(server.settings());
    for (const session_id of ["a", "b"]) {
      const payload = { ...call("rm x"), session_id, tool_use_id: `t-${session_id}` };
      expect(await place.engine().fire("PreToolUse", payload)).toMatchObject({ verdict: "deny", reason: "no" });
    }
    expect(server.asked).toHaveLength(1);
    expect((await place.fire({}, "rm y")).verdict).toBe("none");
    expect((await place.fire({ id: "other" }, "rm x")).verdict).toBe("none");
    expect((await place.fire({ run: { type: "prompt", prompt: "Another?" } }, "rm x")).verdict).toBe("none");
    expect(server.asked).toHaveLength(4);
  });

  it("HT-02 equal questions at the same time wait for one answer [one question]", async () => {
    let release = () => {};
    const server = await ModelServer.start((response) => {
      release = () => chat(response, block("no"));
    });
    const place = new PromptPlace(server.settings());
    const fired = Array.from({ length: 5 }, () => place.fire({}, "rm x"));
    await eventually("the model is asked", () => server.asked.length > 0);
    release();
    for (const decision of await Promise.all(fired)) expect(decision).toMatchObject({ verdict: "deny", reason: "no" });
    expect(server.asked).toHaveLength(1);
  });

  it("HT-02 a failure is not kept", async () => {
    const server = await ModelServer.start("what?", block("no"));
    const place = new PromptPlace(server.settings());
    expect((await place.fire()).hooks).toMatchObject([{ cause: "model-answer" }]);
    expect(await place.fire()).toMatchObject({ verdict: "deny", reason: "no" });
  });

  it("HT-02 nothing of the event is on the disk, and nothing at all of a private session [private sessions]", async () => {
    const server = await ModelServer.start(block("no"));
    const place = new PromptPlace(server.settings());
    await place.fire({}, "cat my-very-own-file");
    expect(readAll(place)).toContain('"reason":"no"');
    expect(readAll(place)).not.toMatch(/my-very-own-file|Is this safe/);
    rmSync(join(place.home, ".local/state/snaphook/models/answers"), { recursive: true });
    place.env["SNAPHOOK_PRIVATE"] = "1";
    expect((await place.fire({}, "cat another")).reason).toBe("no");
    expect(existsSync(join(place.home, ".local/state/snaphook/models/answers"))).toBe(false);
  });
});

function readAll({ home }: PromptPlace): string {
  const folder = join(home, ".local/state/snaphook/models");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}
