/** The cookbook's hooks, all in one project, called by agents as released programs call them: with recorded payloads. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { ProgramPlace } from "../support/program.js";
import { recordedPayloads } from "../support/recorded-payloads.js";
import { readStories, settingOf } from "../support/snippets.js";

const EVENTS = ["PreToolUse", "PostToolUse", "BeforeTool", "AfterTool", "Stop", "AfterAgent", "Notification"];
/** Files are written before a tool reports them. */
const WRITTEN = ["a.txt", "new2.txt", "out.txt"];

interface Logged {
  readonly id: string;
  readonly decision: string;
  readonly hooks: readonly { readonly id: string; readonly outcome: string }[];
}

const cleanups: (() => void)[] = [];
let place: ProgramPlace;

const stories = readStories().filter(([first]) => first!.page === "docs/cookbook.md" && first!.words.includes("hooks"));
const calls = ["claude-code", "codex", "gemini"].flatMap((agent) =>
  recordedPayloads(ADAPTERS[agent]!)
    .filter(({ event }) => EVENTS.includes(event))
    .map((recorded) => ({ agent, ...recorded })),
);

beforeAll(async () => {
  place = new ProgramPlace((clean) => cleanups.unshift(clean));
  for (const story of stories)
    for (const snippet of story) {
      const file = settingOf(snippet, "file");
      if (file !== undefined) place.write(file, snippet.text);
    }
  for (const file of WRITTEN) place.write(file, "one\n");
  place.write("package.json", { scripts: { test: "true" } });
  execFileSync("git", ["init", "--quiet", "--initial-branch=work"], { cwd: place.project });
  expect((await place.trust()).code).toBe(0);
});
afterAll(() => {
  for (const clean of cleanups) clean();
});

/** Sends a payload as the agent does, and returns its answer and what was recorded of it. */
async function call(agent: string, event: string, payload: object) {
  const ran = await place.run(["hook", agent, event], { input: payload });
  const [record] = await place.json<Logged[]>(["log", "--limit", "1"]);
  return { ran, record: record! };
}

describe("the cookbook in real use", () => {
  it("has ten hooks, and recorded payloads to try them with", () => {
    expect(stories).toHaveLength(10);
    expect(calls.length).toBeGreaterThan(20);
  });

  it.each(calls)("no hook fails or stops ordinary work: $agent $file", async ({ agent, event, payload }) => {
    const here = JSON.parse(JSON.stringify(payload).replaceAll(payload["cwd"] as string, place.project)) as object;
    const { ran, record } = await call(agent, event, here);
    expect(ran.code, ran.stderr).toBe(0);
    expect(record.hooks.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    expect(record.decision).toBe("none");
  });

  const reasons = { "block-npm": "This project uses pnpm.", "protect-main": "main is changed by pull requests only." };
  it.each([
    ["claude-code", "npm install left-pad", "block-npm"],
    ["codex", "cd web && npm install left-pad", "block-npm"],
    ["claude-code", "git push origin main", "protect-main"],
    ["codex", "git push origin main", "protect-main"],
  ] as const)("%s: `%s` is denied, and `why` shows it", async (agent, command, hook) => {
    const reason = reasons[hook];
    const { payload } = calls.find((one) => one.agent === agent && one.file.startsWith("PreToolUse.json"))!;
    const { ran, record } = await call(agent, "PreToolUse", {
      ...payload,
      cwd: place.project,
      tool_use_id: command,
      tool_input: { command },
    });
    expect(JSON.parse(ran.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    const { stdout } = await place.run(["why", record.id]);
    for (const text of ["deny", command, hook, reason]) expect(stdout.replace(/\s+/g, " ")).toContain(text);
  });

  it("format on save: the file is formatted once, the model is told once", async () => {
    const file = place.write("settings.json", `{"b":1}`);
    const { payload } = calls.find((one) => one.agent === "claude-code" && one.file === "PostToolUse.Write.json")!;
    const wrote = { ...payload, cwd: place.project, tool_input: { file_path: file, content: `{"b":1}` } };
    expect((await call("claude-code", "PostToolUse", { ...wrote, tool_use_id: "1" })).ran.stdout).toContain(
      "formatted",
    );
    expect(place.read("settings.json")).toBe(`{\n  "b": 1\n}\n`);
    expect((await call("claude-code", "PostToolUse", { ...wrote, tool_use_id: "2" })).ran.stdout).not.toContain(
      "formatted",
    );
    expect(existsSync(file)).toBe(true);
  });
});
