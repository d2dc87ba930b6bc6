/** What a person is asked to approve: everything that would run, what has changed, and everything the approval covers. */
import { existsSync } from "node:fs";
import type { CoveredFile, HookSpec } from "../../core/hooks/hook.js";
import { cut } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import { readPlainFile } from "../../disk/files.js";
import type { ReviewItem } from "../../runtime/plan/review.js";
import type { Change } from "../../sources/trust/changes.js";
import { matcherText, runText } from "../output/describe-hook.js";
import { brief, paint, safe, safeName } from "../output/print.js";
import { excerptText, wholeText } from "../output/visible-text.js";

/** Settings of a hook that change what it does as much as its command. */
const TELLING = ["exec", "shell", "cwd", "env", "passEnv", "headers"] as const;

export function reviewText(item: ReviewItem): string {
  const { source, named, code, files, digest, missing, changes, tools, notCovered } = item;
  return [
    `${paint("bold", safeName(source.path))}  ${source.dialect}, ${source.state}, hash ${digest.slice(0, 16)}`,
    ...(code ? ["  Code: its hooks are known once it may run."] : named.flatMap(hookLines)),
    ...(named.length === 0 && !code ? ["  No hooks are left in it."] : []),
    ...missing.map(({ id }) =>
      named.some((hook) => hook.id === id)
        ? `  The guard "${safeName(id)}" has changed, or a file it uses: approving this puts it in force as it is now.`
        : `  ${paint("red", `The guard "${safeName(id)}" was approved and is gone: approving this gives it up.`)}`,
    ),
    ...(changes.length > 0 ? ["  Since the last approval:", ...changes.flatMap(changeLines)] : []),
    ...newFiles(item),
    "  The approval covers:",
    ...coveredLines(files),
    ...(tools.length > 0 ? [`  Tools that read the project, not covered: ${safeName(tools.join(", "))}`] : []),
    ...(notCovered.length > 0 ? [`  ${paint("yellow", "It does not cover, and cannot tell what they run:")}`] : []),
    ...notCovered.map((one) => `    ${paint("yellow", brief(one, 300))}`),
    "",
  ].join("\n");
}

/** Names that are not there are covered too: they would be loaded if they were made. */
function coveredLines(files: readonly CoveredFile[]): string[] {
  const absent = files.filter((file) => isWhole(file) && !existsSync(file.path));
  const shown = absent.length > MOST_SHOWN ? files.filter((file) => !absent.includes(file)) : files;
  return [
    ...shown.map(({ path, keys, modules }) => {
      const part = keys !== undefined ? ` (only ${keys.join(", ")})` : modules !== undefined ? " (new modules)" : "";
      return `    ${safeName(`${path}${part}`)}`;
    }),
    ...(shown === files ? [] : [`    ${absent.length} names of modules that are not there yet`]),
  ];
}

function isWhole({ keys, modules }: CoveredFile): boolean {
  return keys === undefined && modules === undefined;
}

const MOST_SHOWN = 10;

/** Files that were never approved, as they would run. The hooks of a config are shown above, one by one. */
function newFiles({ source, code, files, record, changes }: ReviewItem): string[] {
  const added = new Set(changes.filter(({ how }) => how === "added").map(({ what }) => what));
  const isNew = (path: string) => record === undefined || record.versions.length === 0 || added.has(path);
  const shown = files.filter(
    (file) => (code || file.path !== source.path) && isNew(file.path) && isWhole(file) && existsSync(file.path),
  );
  const more = shown.length - MOST_SHOWN;
  return [
    ...shown.slice(0, MOST_SHOWN).flatMap(fileLines),
    ...(more > 0 ? [`  ${paint("yellow", `${more} more files are not shown here: read them first.`)}`] : []),
  ];
}

function fileLines({ path, sha256: expected }: CoveredFile): string[] {
  const text = textOf(path, expected);
  if (text === undefined) return [`  ${safeName(path)}: no text that can be shown`];
  return [`  ${safeName(path)}:`, ...excerptText(text.replace(/\n$/, ""), "      ")];
}

/** Undefined when it is no text, or not any more what would be approved. */
function textOf(path: string, expected: string): string | undefined {
  try {
    const bytes = readPlainFile(path);
    return sha256(bytes) === expected && !bytes.includes(0) ? bytes.toString("utf8") : undefined;
  } catch {
    return undefined; // it is not there
  }
}

export function changeLines({ what, how, lines }: Change): string[] {
  const title = `    ${how}: ${safe(what)}${how === "changed" && lines === undefined ? " (too much to show, or no text)" : ""}`;
  const colours = { "-": "red", "+": "green", " ": "grey" } as const;
  return [
    title,
    ...(lines ?? []).map(({ sign, text }) => paint(colours[sign], `      ${sign} ${cut(safe(text), 160)}`)),
  ];
}

function hookLines(hook: HookSpec): string[] {
  const agents = hook.agents?.join(",") ?? "every agent";
  const run: Readonly<Record<string, unknown>> = { ...hook.run };
  return [
    `  ${[hook.id, hook.event, matcherText(hook.match), agents, hook.guard ? "guard" : "no guard"].map((text) => brief(text, 120)).join("  ")}`,
    ...wholeText(runText(hook), "      "),
    ...TELLING.filter((name) => run[name] !== undefined).flatMap((name) =>
      wholeText(`${name}: ${JSON.stringify(run[name])}`, "      "),
    ),
  ];
}
