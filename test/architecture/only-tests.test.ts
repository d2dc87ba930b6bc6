import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, readSources, SRC } from "./source-tree.js";

/** What is built or run by itself. */
const ENTRIES = [
  "index.ts",
  "load.ts",
  "opta.ts",
  "claude-agent-sdk.ts",
  "authoring.ts",
  "testing/index.ts",
  "cli/bin.ts",
  "daemon/functions/function-runner.ts",
  "daemon/records/store-worker.ts",
  "daemon/backup/backup-process.ts",
];
const isEntry = (path: string) => ENTRIES.includes(path) || /^adapters\/[\w-]+\/bridge\.ts$/.test(path);

interface User {
  readonly text: string;
  /** Files of src that it imports. */
  readonly imports: readonly string[];
}

const sources = readSources();
const users: ReadonlyMap<string, User> = new Map([
  ...sources.map((file) => [file.path, file] as const),
  ...scripts().map((user, index) => [`scripts:${index}`, user] as const),
]);

/** Scripts that make pages and registries out of src. */
function scripts(): User[] {
  return ["scripts", "bench"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(ts|mjs)$/.test(path))
      .map((path) => {
        const file = join(ROOT, folder, path);
        const text = readFileSync(file, "utf8");
        const targets = [...text.matchAll(/"([^"\s]*src\/[^"\s]+\.[jt]sx?)"/g)].map((match) => match[1]!);
        const imports = targets.map((target) =>
          relative(SRC, target.startsWith(".") ? resolve(dirname(file), target) : join(ROOT, target)).replace(
            /\.js$/,
            ".ts",
          ),
        );
        return { text, imports };
      }),
  );
}

function exportsOf(text: string): string[] {
  const declared = text.matchAll(
    /^export (?:async |abstract )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm,
  );
  return [...declared].map((match) => match[1]!);
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, "");
const uses = (text: string, name: string) =>
  [...withoutComments(text).matchAll(new RegExp(`\\b${name}\\b`, "g"))].length;

describe("production code", () => {
  it("is reached from what is built: no file is there for tests only", () => {
    const seen = new Set<string>();
    const visit = (path: string) => {
      if (seen.has(path)) return;
      seen.add(path);
      users.get(path)?.imports.forEach(visit);
    };
    for (const path of users.keys()) if (isEntry(path) || path.startsWith("scripts:")) visit(path);
    expect(sources.map(({ path }) => path).filter((path) => !seen.has(path))).toEqual([]);
  });

  it("exports nothing that only tests import", () => {
    const unused = sources
      .filter(({ path }) => !isEntry(path))
      .flatMap(({ path, text }) => {
        const importers = [...users.entries()].filter(([user, { imports }]) => user !== path && imports.includes(path));
        return exportsOf(text)
          .filter((name) => uses(text, name) < 2 && !importers.some(([, user]) => uses(user.text, name) > 0))
          .map((name) => `${path}: ${name}`);
      });
    expect(unused).toEqual([]);
  });
});
