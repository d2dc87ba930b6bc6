import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { LOADERS } from "../../src/sources/dialects/_loaders.js";
import { RecordingProbe } from "../../src/sources/discover/recording-probe.js";
import { ROOT } from "../architecture/source-tree.js";

const page = readFileSync(join(ROOT, "docs/builtins.md"), "utf8");
const sectionOf = (name: string) => page.split(`\n## ${name}\n`)[1]?.split("\n## ")[0] ?? "";

describe("the page of the pack", () => {
  it.each(Object.keys(BUILTINS))("%s has a section with an example that loads", (name) => {
    const [, example = ""] = /```json\n(.*)\n```/.exec(sectionOf(name)) ?? [];
    const file = {
      path: "/home/ada/.config/snaphook/hooks.json",
      text: JSON.stringify({ hooks: [JSON.parse(example)] }),
      scope: "user",
      project: "/project",
    } as const;
    const tools = { files: new RecordingProbe(), regex: linearRegex, builtins: BUILTINS };
    const { hooks, findings } = LOADERS["native"]!.load(file, tools);
    expect(findings).toEqual([]);
    const { event, builtin } = JSON.parse(example);
    expect(hooks.map((hook) => hook.event)).toEqual(event === undefined ? [...BUILTINS[name]!.events] : [event]);
    expect(builtin).toBe(name);
  });

  it.each(Object.entries(BUILTINS))(
    "%s says in words what it does, and names its options",
    (name, { options = {} }) => {
      const section = sectionOf(name);
      for (const option of Object.keys(options)) expect(section).toContain(`| \`${option}\` |`);
      const own = [`src/builtins/${name}.md`, `src/builtins/${name}/docs.md`].find((file) =>
        existsSync(join(ROOT, file)),
      );
      expect(own, "there is no Markdown beside its code").toBeDefined();
      expect(section).toContain(readFileSync(join(ROOT, own!), "utf8").trim());
    },
  );
});
