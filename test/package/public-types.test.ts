/** What an editor shows for the public types: every name and every member has a text, written for users of the package. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/source-tree.js";

const TYPES = join(ROOT, "dist/types");
const read = (path: string) => readFileSync(join(TYPES, path), "utf8");
const files = readdirSync(TYPES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.ts"));
const ENTRIES = ["index.d.ts", "load.d.ts", "opta.d.ts", "claude-agent-sdk.d.ts", "testing/index.d.ts"];

interface Exported {
  readonly name: string;
  readonly file: string;
}

/** Names that a module exports, with the file that declares them. */
function exportsOf(file: string): Exported[] {
  const text = read(file);
  const from = (path: string) => join(dirname(file), path.replace(/\.js$/, ".d.ts"));
  const all = [...text.matchAll(/^export \* from "([^"]+)";$/gm)].flatMap(([, path = ""]) => exportsOf(from(path)));
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from "([^"]+)";$/gms)].flatMap(
    ([, names = "", path = ""]) =>
      names
        .split(",")
        .map((one) => one.trim().replace(/^type /, ""))
        .filter((name) => name !== "")
        .map((name) => ({ name, file: from(path) })),
  );
  const own = [...text.matchAll(DECLARED)].map(([, name = ""]) => ({ name, file }));
  return [...all, ...listed, ...own];
}

const DECLARED = /^export (?:declare )?(?:interface|type|const|function|class) (\w+)/gm;

/** The lines of a declaration and whether a comment stands before it. */
function declarationOf({ name, file }: Exported) {
  const lines = read(file).split("\n");
  const start = lines.findIndex((line) =>
    new RegExp(`^export (declare )?(interface|type|const|function|class) ${name}\\b`).test(line),
  );
  const last = lines[start]?.endsWith("{") ? /^\}/ : /;$/;
  const end = lines.findIndex((line, i) => i >= start && last.test(line));
  return { lines: lines.slice(start, end + 1), isTold: lines[start - 1]?.trimEnd().endsWith("*/") === true };
}

/** Members of an interface or class without a comment. Overloads share the comment of the first. */
function bareMembers(exported: Exported): string[] {
  const { lines } = declarationOf(exported);
  if (!/ (interface|class) /.test(lines[0] ?? "")) return [];
  const nameIn = (line: string | undefined) => /^ {4}(?:static |readonly )*(\w+)[?(:<]/.exec(line ?? "")?.[1];
  return lines.flatMap((line, i) => {
    const name = nameIn(line);
    const before = lines[i - 1] ?? "";
    if (name === undefined || name === "constructor" || before.trimEnd().endsWith("*/") || nameIn(before) === name)
      return [];
    return [`${exported.name}.${name}`];
  });
}

/** Not exported, but shown for what is: the options of a hook and of a fire, and payloads. */
const SHOWN: Exported[] = [
  { name: "HookOptions", file: "core/hooks/define.d.ts" },
  { name: "ToolPayload", file: "core/events/payload.d.ts" },
  { name: "ToolResultPayload", file: "core/events/payload.d.ts" },
  { name: "PromptPayload", file: "core/events/payload.d.ts" },
  { name: "StopPayload", file: "core/events/payload.d.ts" },
];
const PUBLIC = [...ENTRIES.flatMap(exportsOf), ...SHOWN];

describe("the public types", () => {
  it("are all declared where they are exported from", () => {
    expect(PUBLIC.length).toBeGreaterThan(50);
    expect(PUBLIC.filter((one) => declarationOf(one).lines.length === 0)).toEqual([]);
  });

  it("have a text for each name", () => {
    expect(PUBLIC.filter((one) => !declarationOf(one).isTold).map(({ name }) => name)).toEqual([]);
  });

  it("have a text for each member", () => {
    expect(PUBLIC.flatMap(bareMembers)).toEqual([]);
  });

  it("do not mention requirement numbers", () => {
    const ids = files.flatMap((file) => read(file).match(/\b([A-Z]{2}-\d{2}|T\d{1,2})\b/g) ?? []);
    expect(ids).toEqual([]);
  });

  it("are the same for CommonJS", () => {
    const forCommonJs = readdirSync(TYPES, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.d\.cts$/.test(name),
    );
    expect(forCommonJs.map((name) => name.replace(".d.cts", ".d.ts")).sort()).toEqual([...files].sort());
  });
});
