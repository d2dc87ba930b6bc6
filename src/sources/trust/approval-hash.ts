/**
 * The hash that an approval is for: a hook's definition, the location of its file, and the name, real path and bytes of
 * every covered file. If any of them changes, it is another hook.
 * The interpreter is included if the project chooses it: as a word of the command, in a shebang, or as a project file.
 * A project cannot change system programs.
 */
import type { CoveredFile, HookSpec } from "../../core/hooks/hook.js";
import { canonicalJson } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import type { Files } from "../contract.js";
import { nameOf, type Repository } from "./repository.js";

export function coverFile(path: string, content: string | Uint8Array): CoveredFile {
  return { path, sha256: sha256(content) };
}

export interface TokenPlace {
  readonly repository: Repository;
  readonly files: Pick<Files, "real">;
}

export function tokenOf(hook: HookSpec, source: string, covered: readonly CoveredFile[], place: TokenPlace): string {
  const { repository } = place;
  // A definition contains directories; in a worktree they are those of the main checkout.
  const definition = canonicalJson(hook).replaceAll(jsonText(repository.root), jsonText(repository.main));
  return sha256([definition, placeOf(source, place), ...linesOf(covered, place)].join("\n"));
}

/** One hash for everything approved together. */
export function digestOf(source: string, parts: readonly string[], place: TokenPlace): string {
  return sha256([placeOf(source, place), ...parts].join("\n"));
}

export function linesOf(covered: readonly CoveredFile[], place: TokenPlace): string[] {
  return covered.map((file) => `${file.sha256} ${placeOf(file.path, place)}${partOf(file)}`).sort();
}

/** Empty for a file whose every byte counts. */
function partOf({ keys, modules }: CoveredFile): string {
  return keys === undefined && modules === undefined ? "" : ` ${JSON.stringify([keys ?? null, modules ?? null])}`;
}

/** A link with another target is another file. A missing file has only its name. */
function placeOf(path: string, { repository, files }: TokenPlace): string {
  const real = files.real(path);
  return JSON.stringify([nameOf(path, repository), real === undefined ? null : nameOf(real, repository)]);
}

function jsonText(path: string): string {
  return JSON.stringify(path).slice(1, -1);
}
