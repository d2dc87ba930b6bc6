/** Messages, help, comments and the pages beside the code use conventional technical English. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/source-tree.js";
import { OUT_OF_USE } from "../support/word-list.js";

/** Places where one of these words is right. */
const EXCEPTIONS: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^src\/effects\/injection\//, "phrases of attacks are quoted as attackers write them"],
];

/** Folders that are not rewritten yet. */
const LATER: readonly string[] = ["adapters", "cli"];

const folders = readdirSync(join(ROOT, "src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !LATER.includes(entry.name))
  .map(({ name }) => name);

describe("words out of use in the source", () => {
  it.each(folders)("src/%s", (folder) => {
    expect(filesIn(`src/${folder}`).flatMap(findings)).toEqual([]);
  });

  it("are found in comments and strings, and not in code", () => {
    const code = `const told = 1; // nobody knows\nsay("it shall end");\n/**\n * Runs by\n * itself.\n */\nsay(\`a \${told} b\`);`;
    expect(phrasesIn(proseOf(code))).toEqual(["nobody", "shall", "by itself"]);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => /(?<!\.test)\.(?:ts|md)$/.test(path) && !EXCEPTIONS.some(([pattern]) => pattern.test(path)));
}

function findings(path: string): string[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  return phrasesIn(path.endsWith(".md") ? text : proseOf(text)).map((phrase) => `${path}: ${phrase}`);
}

function phrasesIn(text: string): string[] {
  const plain = text.replace(/\s+/g, " ");
  return OUT_OF_USE.flatMap((words) => [...plain.matchAll(new RegExp(words.source, "gi"))])
    .sort((a, b) => a.index - b.index)
    .map(([phrase]) => phrase);
}

/** Comments, and strings of several words. A scan by line is enough: strings over several lines are SQL and scripts. */
function proseOf(code: string): string {
  const prose: string[] = [];
  let inComment = false;
  for (const line of code.split("\n")) {
    if (inComment || /^\s*\/\*/.test(line)) {
      prose.push(line.replace(/^\s*(?:\/\*\*?|\*\/|\*)/, ""));
      inComment = !line.includes("*/");
      continue;
    }
    const strings = line.match(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
    prose.push(...strings.map((text) => text.replace(/\$\{[^}]*\}/g, "…")).filter((text) => text.includes(" ")));
    const comment = /(?:^|\s)\/\/ (.*)$/.exec(line.replace(/"(?:[^"\\]|\\.)*"/g, ""));
    if (comment !== null) prose.push(comment[1]!);
  }
  return prose.join("\n");
}
