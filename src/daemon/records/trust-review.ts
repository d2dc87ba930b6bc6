/** What waits for approval in a project, file by file, as the local page shows it. */
import type { CoveredFile } from "../../core/hooks/hook.js";
import { sha256 } from "../../disk/digest.js";
import { readPlainFile } from "../../disk/files.js";
import { combinedHash, type ReviewItem, reviewPath } from "../../runtime/plan/review.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { readable } from "../../sources/trust/changes.js";
import type { TrustReview } from "../http/schemas/page-types.js";

type Source = TrustReview["sources"][number];
type Reviewed = Source["files"][number];

/** More than this is not read in a browser. */
const MOST_BYTES = 500_000;

export async function reviewTrust(project: string, places: AppPaths): Promise<TrustReview> {
  const { items, findings } = await reviewPath(project, places);
  const open = items.filter(({ source }) => source.state !== "trusted");
  const sources = open.map(sourceOf);
  const isWhole = findings.length === 0 && sources.every(({ files }) => files.every(isShown));
  return { ...(open.length === 0 ? {} : { hash: combinedHash(open) }), isWhole, sources };
}

/** Of a file that is covered in part, its hooks are shown. */
const isShown = ({ how, lines, part }: Reviewed) =>
  part !== undefined || how === "unchanged" || how === "absent" || how === "removed" || lines !== undefined;

function sourceOf(item: ReviewItem): Source {
  const { source, named, code, missing, notCovered, tools } = item;
  return {
    path: source.path,
    dialect: source.dialect,
    state: source.state,
    isCode: code,
    hooks: named.map((hook) => ({
      id: hook.id,
      event: hook.event,
      guard: hook.guard,
      lines: item.changes.find(({ what, lines }) => what === hook.id && lines)?.lines?.slice() ?? added(readable(hook)),
    })),
    missing: missing.map(({ id }) => id),
    files: [...item.files.map((file) => fileOf(file, item)), ...removedFiles(item)],
    notCovered: [...notCovered],
    tools: [...tools],
  };
}

function fileOf(file: CoveredFile, { changes, record }: ReviewItem): Reviewed {
  const { path, keys, modules } = file;
  const part = keys !== undefined ? `only ${keys.join(", ")}` : modules !== undefined ? "new modules" : undefined;
  const more = part === undefined ? {} : { part };
  const change = changes.find(({ what }) => what === path);
  if (change?.how === "changed")
    return { path, how: "changed", ...more, ...(change.lines && { lines: [...change.lines] }) };
  const isApproved = record !== undefined && record.versions.length > 0;
  if (isApproved && change === undefined) return { path, how: "unchanged", ...more };
  const text = part === undefined ? textOf(file) : undefined;
  if (text === "absent") return { path, how: "absent" };
  return { path, how: "new", ...more, ...(text === undefined ? {} : { lines: added(text) }) };
}

function added(text: string): { readonly sign: "+"; readonly text: string }[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => ({ sign: "+", text: line }));
}

function removedFiles({ changes, files, named }: ReviewItem): Reviewed[] {
  const known = new Set([...files.map(({ path }) => path), ...named.map(({ id }) => id)]);
  return changes.flatMap(({ what, how }): Reviewed[] =>
    how === "removed" && what.startsWith("/") && !known.has(what) ? [{ path: what, how }] : [],
  );
}

/** Undefined if it is no text, too large, or not what would be approved. */
function textOf({ path, sha256: expected }: CoveredFile): string | "absent" | undefined {
  let bytes: Buffer;
  try {
    bytes = readPlainFile(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "absent" : undefined;
  }
  const isText = bytes.length <= MOST_BYTES && !bytes.includes(0);
  return isText && sha256(bytes) === expected ? bytes.toString("utf8") : undefined;
}
