import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHooks } from "../../src/index.js";
import { command, fireReal, tempFolder } from "../support/real-engine.js";

const say = (answer: object) => `printf '%s' '${JSON.stringify(answer)}'`;
const verdict = (decision: string, reason: string) => say({ decision, reason });

describe("order", () => {
  it("EX-01 hooks run in the order of their list, and sources in the order of their rank", async () => {
    const log = join(tempFolder(), "log");
    const mark = (name: string, rank: number) => command(`echo ${name} >> '${log}'`, { id: name }, { rank });
    await fireReal([mark("project-1", 20), mark("user-1", 10), mark("project-2", 20), mark("user-2", 10)]);
    expect(readFileSync(log, "utf8").trim().split("\n")).toEqual(["user-1", "user-2", "project-1", "project-2"]);
  });

  it("EX-25 a template's hook runs before the extra hook of the same phase", async () => {
    const log = join(tempFolder(), "log");
    const event = "cortex:thread.start";
    const mark = (name: string, rank: number) =>
      command(`sleep 0.${rank}; echo ${name} >> '${log}'`, { id: name, event, dialect: "cortex" }, { rank });
    const decision = await fireReal([mark("extra", 2), mark("template", 1)], event, { threadId: "t1" });
    expect(readFileSync(log, "utf8")).toBe("template\nextra\n");
    expect(decision.hooks.map(({ id }) => id)).toEqual(["template", "extra"]);
  });

  it("EX-02 one after the other by default", async () => {
    const log = join(tempFolder(), "log");
    await fireReal([1, 2, 3].map((n) => command(`echo begin ${n} >> '${log}'; sleep 0.05; echo end ${n} >> '${log}'`)));
    expect(readFileSync(log, "utf8").trim().split("\n")).toEqual([1, 2, 3].flatMap((n) => [`begin ${n}`, `end ${n}`]));
  });

  it("EX-02 at the same time where the dialect says so", async () => {
    const folder = tempFolder();
    // Each waits for the two others, which only works if all three run.
    const all = [1, 2, 3].map((n) => `[ -e '${folder}/${n}' ]`).join(" && ");
    const meet = (n: number) =>
      command(`touch '${folder}/${n}'; until ${all}; do sleep 0.02; done; ${verdict("allow", "met")}`, {
        id: `h${n}`,
        strategy: "parallel",
        timeoutMs: 600_000,
      });
    const { hooks } = await fireReal([meet(1), meet(2), meet(3)]);
    expect(hooks.map(({ outcome }) => outcome)).toEqual(["allow", "allow", "allow"]);
  });

  it("OU-12 in a row the first deny wins, and the hooks after it do not run", async () => {
    const folder = tempFolder();
    const decision = await fireReal([
      command(verdict("deny", "first"), { id: "one" }),
      command(`touch '${folder}/two'; ${verdict("deny", "second")}`, { id: "two" }),
      command(`touch '${folder}/guard'`, { id: "guard", guard: true }),
    ]);
    expect(decision).toMatchObject({ verdict: "deny", reason: "first", verdictBy: { hook: "one" } });
    expect(decision.hooks).toMatchObject([
      { id: "one", outcome: "deny" },
      { id: "two", outcome: "skipped", cause: "denied-before" },
      { id: "guard", outcome: "skipped", cause: "denied-before" },
    ]);
    expect([existsSync(join(folder, "two")), existsSync(join(folder, "guard"))]).toEqual([false, false]);
  });

  it("OU-13 at the same time all run, any deny denies, and the reason is the first in order", async () => {
    const folder = tempFolder();
    const strategy = "parallel" as const;
    const decision = await fireReal([
      command(`sleep 0.2; touch '${folder}/a'; ${verdict("deny", "slow but first")}`, { id: "a", strategy }),
      command(`touch '${folder}/b'; ${verdict("deny", "fast but second")}`, { id: "b", strategy }),
      command("echo chatter", { id: "c", strategy }),
    ]);
    expect(decision).toMatchObject({ verdict: "deny", reason: "slow but first" });
    expect([existsSync(join(folder, "a")), existsSync(join(folder, "b"))]).toEqual([true, true]);
    expect(decision.hooks.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["a", "deny"],
      ["b", "deny"],
      ["c", "none"],
    ]);
    expect(decision.notes).toMatchObject([{ code: "HOOK_WARNING", hook: "c" }]);
  });

  it.each([
    ["deny", ["allow", "ask", "deny"]],
    ["deny", ["deny", "allow"]],
    ["ask", ["allow", "ask"]],
    ["ask", ["ask", "allow"]],
    ["allow", ["allow", "none"]],
    ["none", ["none"]],
  ] as const)("OU-14 %s is what comes of %j", async (expected, verdicts) => {
    for (const strategy of ["serial", "parallel"] as const) {
      const hooks = verdicts.map((one, i) =>
        command(one === "none" ? "true" : verdict(one, one), { id: `h${i}`, strategy }),
      );
      expect((await fireReal(hooks)).verdict, strategy).toBe(expected);
    }
  });

  it("EX-26 a hook that is added or taken away during a fire counts from the next fire on", async () => {
    const order: string[] = [];
    const hooks = createHooks();
    let undoSecond: () => void = () => {};
    const undoFirst = hooks.on("PreToolUse", () => {
      order.push("first");
      undoSecond();
      hooks.on("PreToolUse", () => void order.push("new"));
    });
    undoSecond = hooks.on("PreToolUse", () => void order.push("second"));
    const call = { tool_name: "Bash", tool_input: {} };
    await hooks.fire("PreToolUse", call);
    expect(order).toEqual(["first", "second"]);
    undoFirst();
    await hooks.fire("PreToolUse", call);
    expect(order).toEqual(["first", "second", "new"]);
  });
});
