import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/source-tree.js";
import { missingLine, readStories, type Snippet, settingOf } from "../support/snippets.js";
import { type Ran, UserPlace } from "../support/user-place.js";

const stories = readStories();

describe("what the documentation shows works", () => {
  it.each(stories.map((story) => ({ where: placeOf(story[0]!), story })))("$where", async ({ story }) => {
    const place = new UserPlace();
    for (const snippet of story) {
      const { status, printed } = await perform(snippet, place);
      expect(status, `${placeOf(snippet)} printed:\n${printed}`).toBe(0);
      expect(missingLine(printed, snippet.output), `${placeOf(snippet)} printed:\n${printed}`).toBeUndefined();
    }
    place.remove();
  });

  it("is shown on every page that a new user reads first", () => {
    const tested = new Set(stories.map(([first]) => first!.page));
    const pages = [
      "README.md",
      "docs/cli.md",
      "docs/embedding.md",
      "docs/decisions.md",
      "docs/failure-contract.md",
      "docs/hook-types.md",
      "docs/sources-and-trust.md",
    ];
    expect(pages.filter((page) => !tested.has(page))).toEqual([]);
  });

  it("compiles where it is TypeScript", () => {
    const place = new UserPlace();
    const include = stories.flatMap((story, i) =>
      story
        .filter(({ language }) => language === "ts")
        .map((snippet) => place.write(`${i}/${fileOf(snippet)}`, snippet.text)),
    );
    expect(include.length).toBeGreaterThan(0);
    const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8"));
    const options = {
      ...compilerOptions,
      rootDir: undefined,
      noEmit: true,
      typeRoots: [join(ROOT, "node_modules/@types")],
    };
    place.write("package.json", `{"type": "module"}`);
    place.write("tsconfig.json", JSON.stringify({ compilerOptions: options, include }));
    const { status, printed } = place.run(process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), "-p", ".");
    expect(status, printed).toBe(0);
    place.remove();
  });
});

function placeOf({ page, line }: Snippet): string {
  return `${page}:${line}`;
}

function fileOf(snippet: Snippet): string {
  const named = settingOf(snippet, "file");
  if (named !== undefined) return named;
  return snippet.words.includes("hooks")
    ? `hooks.${snippet.language}`
    : `snippet-${snippet.line}.${snippet.language === "js" ? "mjs" : snippet.language}`;
}

async function perform(snippet: Snippet, place: UserPlace): Promise<Ran> {
  const file = place.write(fileOf(snippet), snippet.text);
  if (snippet.words.includes("hooks")) {
    const dialect = settingOf(snippet, "dialect");
    return place.run("snaphook", "validate", file, ...(dialect === undefined ? [] : ["--dialect", dialect]));
  }
  if (!snippet.words.includes("run")) return { status: 0, printed: "" };
  if (snippet.language === "sh") return place.run("sh", "-euc", `exec 2>&1\n${snippet.text}`);
  return place.run(process.execPath, snippet.language === "ts" ? await compile(file) : file);
}

async function compile(file: string): Promise<string> {
  const build = await rolldown({
    input: file,
    platform: "node",
    external: [/^node:/, /^snaphook/],
    logLevel: "silent",
  });
  const { output } = await build.generate({ format: "esm" });
  await build.close();
  const compiled = join(dirname(file), "compiled.mjs");
  writeFileSync(compiled, output[0].code);
  return compiled;
}
