/** Budgets, settings, log and the commands of memory, through the launcher and a real daemon. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { MemoryPlace, PATIENT, PUSH_LESSON } from "../support/memory-place.js";
import { says } from "../support/program.js";

let place: MemoryPlace;
beforeEach(() => {
  place = new MemoryPlace();
});

const fact = (n: number) => `fact number${n} about harbour${n} and crane${n}: ${"long explanation ".repeat(12)}`;

async function fill(count: number): Promise<void> {
  place.permitScripts("remember", "memory", "forget");
  for (let n = 0; n < count; n++) expect(await place.run(["remember", fact(n)])).toMatchObject({ code: 0 });
}

describe("budgets", () => {
  it("CI-02 S20-18 session start, prompt and session stay within their characters, which are settings", async () => {
    await place.begin({ enabled: true, inject: { recallMs: 10_000, chars: { session: 2_200 } } });
    await fill(14);
    const a = place.session("a");
    const start = await a.start();
    expect(start.length).toBeLessThanOrEqual(1_600);
    expect(start.length).toBeGreaterThan(1_000);
    let given = start.length;
    for (let n = 0; n < 14; n++) {
      const text = await a.prompt(`tell me fact number${n} about harbour${n} crane${n}`);
      expect(text.length).toBeLessThanOrEqual(1_200);
      given += text.length;
    }
    expect(given).toBeLessThanOrEqual(2_200);
    expect((await place.run(["memory", "why", "a"])).stdout).toContain("withheld: budget");
  });

  it("CI-05 CI-15 an unrelated prompt gets nothing, and the log says what was injected", async () => {
    await place.begin();
    await fill(2);
    const a = place.session("a");
    expect(await a.prompt("write a haiku about rain in spring")).toBe("");
    expect(await a.prompt("explain fact number1 harbour1 crane1")).toContain("number1");
    await expect
      .poll(() => place.read(`${place.folder}/daemon.log`))
      .toMatch(/\[INJECT:UserPromptSubmit\] memories=1 chars=\d+/);
  });

  it("CI-02 memory shares the context budget of hooks: it takes what they leave; a prompt that a hook denies is given nothing", async () => {
    const adds = `node -e 'process.stdout.write(JSON.stringify({ context: "x".repeat(9100) }))'`;
    const guard = { id: "no-ferries", guard: true, command: `grep -q ferry && ${says("deny", "no ferries")} || true` };
    place.writeUser("hooks.json", { hooks: { SessionStart: [{ command: adds }], UserPromptSubmit: [guard] } });
    await place.begin();
    await fill(14);
    const start = await place.session("a").start();
    expect(start).toContain("x".repeat(9_000));
    expect(start).toMatch(/^\| note · 0 d · m_/m);
    expect(start.length).toBeLessThanOrEqual(10_000);
    expect((await place.run(["memory", "why", "a"])).stdout).toContain("withheld: budget");
    const b = place.session("b");
    expect(await b.prompt("the ferry: fact number3 about harbour3 crane3")).toBe("");
    expect((await place.run(["memory", "why", "b"])).stdout).toContain("Nothing was shown");
    expect(await b.prompt("tell me fact number3 about harbour3 crane3")).toContain("number3");
  });

  it("nothing is given when recall may take no time, and the agent gets its answer", async () => {
    await place.begin({ enabled: true, inject: { recallMs: 0 } });
    await fill(1);
    expect(await place.session("a").start()).toBe("");
    await expect.poll(() => place.read(`${place.folder}/daemon.log`)).toContain("longer than 0 ms");
  });
});

describe("settings", () => {
  it.each([
    ["{"],
    ['{"enabled": "yes"}'],
    ['{"enabled": true, "unknown": 1}'],
    ['{"enabled": true, "trust": "external"}'],
    ['{"enabled": true, "inject": {"recallMs": 99999}}'],
  ])("a file with an error means off: %s", async (text) => {
    place.writeUser("memory.json", text);
    const { stdout, stderr } = await place.run(["memory"]);
    expect(stdout).toContain("Memory is off");
    expect(stdout + stderr).toContain("CONFIG_TYPE");
  });

  it("only a person turns it on; anyone turns it off, and a running daemon follows", async () => {
    expect(await place.run(["memory", "enable"], { permitted: false })).toMatchObject({ code: 1 });
    expect(place.has(`${place.user}/memory.json`)).toBe(false);
    await place.begin();
    await place.learnPush();
    expect(await place.session("b").start()).toContain(PUSH_LESSON);
    expect(await place.run(["memory", "disable"])).toMatchObject({ code: 0 });
    expect(await place.session("c").start()).toBe("");
    place.permitScripts("memory");
    expect(await place.run(["memory", "enable"])).toMatchObject({ code: 0 });
    expect(JSON.parse(place.read(`${place.user}/memory.json`))).toEqual({ ...PATIENT, enabled: true });
    expect(await place.session("d").start()).toContain(PUSH_LESSON);
  });
});

describe("commands", () => {
  it("show, edit, pin, resolve, rebuild and process do what they say", async () => {
    await place.begin();
    await fill(2);
    const [row] = await place.memories();
    const id = row!.id;
    expect(JSON.parse((await place.run(["memory", "show", id, "--json"])).stdout)).toMatchObject({ id, shown: 0 });
    expect(await place.run(["memory", "edit", id, "the lighthouse keeper has the key"])).toMatchObject({ code: 0 });
    expect((await place.run(["recall", "lighthouse", "keeper", "key"])).stdout).toContain("lighthouse keeper");
    expect((await place.run(["recall", "number1", "harbour1", "crane1"])).stdout).not.toContain("number1 ");
    expect(await place.json(["memory", "check"])).toMatchObject({ checked: 2, stale: [], unused: [{}, {}] });
    await place.run(["memory", "pin", id]);
    expect((await place.memories()).find((one) => one.id === id)).toMatchObject({ pinned: true });
    await place.run(["memory", "resolve", id]);
    expect(await place.session("a").start()).not.toContain("lighthouse");
    expect((await place.run(["memory", "rebuild"])).stdout).toContain("1 text ");
    expect((await place.run(["memory", "process", "--backlog"])).stdout).toContain("0 jobs");
    expect(await place.run(["memory", "nonsense"])).toMatchObject({ code: 2 });
    expect(await place.run(["memory", "show", "m_nothing"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("MEMORY_NOT_FOUND"),
    });
  });

  it("a file that never ends is refused, and a project's settings that are a pipe mean off", async () => {
    await place.begin();
    await place.learnPush();
    for (const file of ["/dev/zero", place.project])
      expect(await place.run(["memory", "import", file])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("FILE_UNREADABLE"),
      });
    mkdirSync(place.path(".snaphook"), { recursive: true });
    execFileSync("mkfifo", [place.path(".snaphook/memory.jsonc")]);
    expect(await place.session("b").start()).toBe("");
  });

  it("AX-02 rebuild writes the index of a project's memory files, if it has an access log", async () => {
    await place.begin();
    expect(await place.json(["memory", "rebuild"])).toEqual({ texts: 0, index: false });
    const at = "2026-01-02T03:04:05Z";
    place.write("_meta/access-log.jsonl", `${JSON.stringify({ file: "EXP/a.md", ts: at })}\n`);
    expect(await place.json(["memory", "rebuild"])).toEqual({ texts: 0, index: true });
    expect(JSON.parse(place.read("_meta/memory-index.json"))).toMatchObject({
      files: [{ file: "EXP/a.md", refs: 1, "last-ref": at, class: "cold" }],
    });
  });

  it("CP-14 AX-08 a finished session has a title and a summary", async () => {
    await place.begin();
    const a = place.session("a");
    await a.start();
    await a.prompt("ok");
    await a.prompt("repair the harbour crane\nand paint it");
    for (const n of [1, 2, 3])
      await a.tool("Edit", { file_path: place.path(`crane${n}.ts`), old_string: "a", new_string: "b" });
    await a.stop();
    await a.end();
    await place.settled("a");
    const [session] = JSON.parse((await place.run(["sessions", "--json"])).stdout) as {
      title: string;
      summary: string;
    }[];
    expect(session).toMatchObject({ title: "repair the harbour crane" });
    expect(session!.summary).toBe(
      "repair the harbour crane (2 prompts, 3 tool calls; files: crane1.ts, crane2.ts, crane3.ts)",
    );
    expect(await place.json(["session", "a"])).toMatchObject({
      session: { title: session!.title, summary: session!.summary },
    });
    expect(await place.session("b").start()).toContain("repair the harbour crane (2 prompts");
  });

  it("CP-11 a command that guards ask about is no lesson and no command of the project, whatever it solved", async () => {
    await place.begin();
    const a = place.session("a");
    await a.prompt("publish it");
    await a.fails("git push origin main", "error: failed to push some refs: non-fast-forward");
    await a.bash("git push --force origin main");
    await a.fails("git push upstream dev", "error: the pre-push hook declined, not pushed");
    await a.bash("git push --no-verify upstream dev");
    await a.fails("make deploy", "mkdir: cannot create directory /srv/app: Permission denied");
    await a.bash("chmod -R 777 /srv/app");
    await a.bash("make deploy");
    for (let n = 0; n < 3; n++) {
      await a.bash("terraform destroy -auto-approve");
      await a.bash("npm run build");
    }
    await a.fails("npm start", "Error: Cannot find module pg");
    await a.bash("npm install pg");
    await a.bash("npm start");
    await a.stop();
    await a.end();
    await place.settled("a");
    expect((await place.active()).toSorted()).toEqual([
      'Run `npm install pg` first: `npm start` fails with "Error: Cannot find module pg" without it',
      "npm run build",
    ]);
  });

  it("a command that worked three times and files that change together are given to the next session", async () => {
    await place.begin();
    for (const id of ["a", "b", "c"]) {
      const session = place.session(id);
      await session.start();
      await session.prompt(`work on part ${id} of the parser`);
      for (const file of ["parser.ts", "parser.test.ts"])
        await session.tool("Write", { file_path: place.path(file), content: "x" });
      await session.bash("npm run build");
      await session.stop();
      await session.end();
      await place.settled(id);
    }
    const d = place.session("d");
    expect(await d.start()).toMatch(/command · 0 d · package\.json · m_\w+ · npm run build/);
    expect(await d.tool("Edit", { file_path: place.path("parser.ts") })).toContain(
      "parser.test.ts changes together with parser.ts",
    );
  });
});
