/** Functions of a code config without a daemon: in the process that has to answer. */
import { describe, expect, it } from "vitest";
import { bash, ProgramPlace } from "../support/program.js";

const SPIN = "for (;;);";
const CATASTROPHE = `/^(?:a+)+$/.test("a".repeat(60) + "!")`;

function withConfig(hooks: string, before = ""): ProgramPlace {
  const place = new ProgramPlace();
  place.writeUser(
    "snaphook.config.ts",
    `import { existsSync, writeFileSync } from "node:fs";
     import { defineConfig, defineHook, deny } from "snaphook";
     ${before}
     export default defineConfig({ hooks: [${hooks}] });`,
  );
  return place;
}

const hook = (id: string, guard: boolean, body: string) =>
  `defineHook({ id: "${id}", event: "PreToolUse", matcher: "Bash", guard: ${guard}, timeoutMs: 300, run: () => { ${body} } })`;

describe("HT-05 one that never returns", () => {
  it.each([
    ["a loop", SPIN],
    ["a loop in an async function", `return (async () => { ${SPIN} })();`],
    ["an expression that looks back for ever", `${CATASTROPHE};`],
  ])("%s costs its limit, and no more", async (_what, body) => {
    const place = withConfig([hook("spin", false, body), hook("next", true, `return deny("next")`)].join());
    await place.run(["list"]);
    expect(JSON.stringify(await place.hook("PreToolUse", bash("ls")))).toContain('"permissionDecisionReason":"next"');
    expect(await place.fire("PreToolUse", bash("ls"))).toMatchObject({
      decision: "deny",
      hooks: [{ id: "spin", outcome: "failed", cause: "timeout" }, { id: "next" }],
    });
    const tried = await place.json(["test", "spin", "--payload", "-"], { input: bash("ls") });
    expect(tried["error"]).toBe("timeout: it did not answer within 300 ms");
  });

  it("denies when it is a guard", async () => {
    const place = withConfig(hook("spin", true, SPIN));
    await place.run(["list"]);
    const answer = JSON.stringify(await place.hook("PreToolUse", bash("ls")));
    expect(answer).toContain('"permissionDecision":"deny"');
    expect(answer).toContain("it did not answer within 300 ms");
  });

  it("denies too when the code around it does not end any more", async () => {
    const place = withConfig(hook("late", true, ""), `if (existsSync(process.env.HOME + "/spin")) ${SPIN}`);
    await place.run(["list"]);
    place.write(`${place.home}/spin`, "");
    expect(await place.fire("PreToolUse", bash("ls"))).toMatchObject({
      decision: "deny",
      hooks: [{ id: "late", outcome: "failed" }],
    });
  });
});

it("SE-05 sees what other hooks see of the environment, whoever fires the event", async () => {
  const place = withConfig(
    hook("look", true, `writeFileSync(process.env.HOME + "/seen", JSON.stringify(process.env));`),
  );
  await place.run(["list"]);
  const env = { NPM_TOKEN: "not this", OTHER: "nor this", SNAPHOOK_MINE: "but this" };
  const runs = [
    () => place.hook("PreToolUse", bash("ls"), { env }),
    () => place.fire("PreToolUse", bash("ls"), [], { env }),
    () => place.run(["test", "look", "--payload", "-"], { input: bash("ls"), env }),
  ];
  for (const run of runs) {
    place.write(`${place.home}/seen`, "");
    await run();
    expect(JSON.parse(place.read(`${place.home}/seen`))).toMatchObject({ SNAPHOOK_MINE: "but this", HOME: place.home });
    expect(place.read(`${place.home}/seen`)).not.toMatch(/not this|nor this/);
  }
});

describe("one that ends the process", () => {
  it.each([
    ["fire", ["fire", "PreToolUse", "--payload", "-"]],
    ["test", ["test", "leave", "--payload", "-"]],
  ])("is told of by `%s`, which does not seem to have worked", async (_name, args) => {
    const place = withConfig(hook("leave", true, "process.exit(0);"));
    await place.run(["list"]);
    const { code, stderr } = await place.run(args, { input: bash("ls") });
    expect(code).toBe(70);
    expect(stderr).toContain("ended the program (process.exit)");
  });

  it("or never lets its config end, is told of by `validate`", async () => {
    const leaving = withConfig(hook("a", true, ""), "process.exit(0);");
    expect(await leaving.run(["validate"])).toMatchObject({
      code: 70,
      stderr: expect.stringContaining("process.exit"),
    });
    const endless = withConfig(hook("a", true, ""), SPIN);
    const { code, stdout, stderr } = await endless.run(["validate"]);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("its code did not finish within 10 s");
  });
});
