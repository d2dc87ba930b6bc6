import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ProgramPlace, type Validated } from "../support/program.js";

const TEMPLATES = {
  agents: { planner: { model: "m" } },
  templates: {
    review: { steps: [], hooks: { onStart: { command: "true" }, onEnd: { command: "true", timeout: 500 } } },
    build: { steps: [], hooks: { onTransition: { command: "true" }, onEnd: { command: "true" } } },
    plain: { steps: [] },
  },
};
const IDS = ["template:review:start", "template:review:end", "template:build:transition", "template:build:end"];

describe("Cortex's files", () => {
  it.each(["thread-templates.json", "mine.json", "thread-templates.jsonc", "templates.yaml"])(
    "AX-01 several templates in %s are all listed and checked",
    async (name) => {
      const place = new ProgramPlace();
      place.write(name, TEMPLATES);
      expect((await place.list(["--config", name])).map(({ id }) => id)).toEqual(IDS);
      expect(await place.json<Validated>(["validate", name])).toMatchObject({ valid: true, hooks: 4, findings: [] });
    },
  );

  it("AX-01 the file is found in Cortex's config folder", async () => {
    const place = new ProgramPlace();
    place.write(join(place.home, ".cortex/config/thread-templates.json"), TEMPLATES);
    const listed = await place.list(["--dialect", "cortex"]);
    expect(listed.filter(({ dialect }) => dialect === "cortex").map(({ id }) => id)).toEqual(IDS);
  });

  it("AX-01 a template that is wrong is named by its field, and the others are loaded", async () => {
    const place = new ProgramPlace();
    const { review } = TEMPLATES.templates;
    place.write("thread-templates.json", { templates: { review, bad: { hooks: { onNever: {} } }, worse: 7 } });
    const { hooks, findings } = await place.json<Validated>(["validate", "thread-templates.json"]);
    expect(hooks).toBe(2);
    expect(findings.map(({ field }) => field).sort()).toEqual(["templates.bad.hooks.onNever", "templates.worse"]);
  });

  it.each([
    ["cortex", "entry.txt", "id: x"],
    ["cortex", ".cortex/config/hooks/entry.yaml", "id: x"],
    ["cortex", "thread-templates.json", { templates: {} }],
    ["opta", "config.json", { hooks: [] }],
    ["claude", "settings.json", { hooks: {} }],
    ["orion", "settings.json", {}],
    ["native", "hooks.json", { hooks: {} }],
  ])("AX-01 a named file of %s without a hook, %s, is a finding", async (dialect, name, content) => {
    const place = new ProgramPlace();
    place.write(name, content);
    const { findings } = await place.json<Validated>(["validate", name, "--dialect", dialect]);
    expect(findings).not.toEqual([]);
    expect(findings[0]).toMatchObject({ file: place.path(name) });
  });

  const REGISTRY = fileURLToPath(new URL("../fixtures/dialects/cortex/.cortex/config/hooks", import.meta.url));
  const groups = (settings: object) =>
    (settings as { hooks: Record<string, { matcher?: string; hooks: { command: string }[] }[]> }).hooks["PreToolUse"]!;

  async function compiled(more: readonly string[] = []) {
    const place = new ProgramPlace();
    const files = readdirSync(REGISTRY)
      .sort()
      .flatMap((name) => ["--config", join(REGISTRY, name)]);
    const ran = await place.run(["compile", "claude-code", "--dialect", "cortex", ...files, ...more]);
    expect(ran.code).toBe(0);
    return { settings: JSON.parse(ran.stdout) as object, stderr: ran.stderr };
  }

  it("CF-13 `compile` prints neighbours with the same matcher as one group, in order", async () => {
    const { settings, stderr } = await compiled();
    expect(groups(settings).map(({ matcher, hooks }) => [matcher, hooks.length])).toEqual([
      ["Bash", 2],
      ["Edit|Write", 2],
      ["AskUserQuestion", 1],
      ["ExitPlanMode", 1],
    ]);
    expect(stderr).toContain('Left out "dispatch-end": not mountable: a server event, which no agent sends.');
  });

  it("CF-12 `compile` leaves out hooks on tools that the agent does not have", async () => {
    const { settings, stderr } = await compiled(["--tools", "Edit, Read"]);
    expect(groups(settings).map(({ matcher }) => matcher)).toEqual(["Bash", "Edit|Write"]);
    expect(stderr).toContain('Left out "ask-user": the agent has no tool AskUserQuestion.');
  });

  it("CF-12 `compile` prints no hook that is not approved", async () => {
    const place = new ProgramPlace();
    place.write(join(place.home, ".cortex/config/hooks/a.json"), {
      id: "a",
      event: "agent:pre-tool",
      run: { command: "true" },
    });
    const ran = await place.run(["compile", "claude-code", "--dialect", "cortex"]);
    expect(JSON.parse(ran.stdout)).toEqual({ hooks: {} });
    expect(ran.stderr).toContain('Left out "a": it is not approved.');
    expect((await place.run(["compile", "codex", "--dialect", "cortex"])).code).toBe(2);
  });
});
