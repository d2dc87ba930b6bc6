/**
 * What an approval is for: one hash of a hook's definition, of the place of its file, and of the name, the resolved
 * place and the bytes of every file it covers. Any of them changes, and it is another hook.
 *
 * The interpreter is part of it where the project decides on it: as a word of the command, in a script's first line, or
 * as a file of the project. Programs of the system are not the project's to change.
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
  // A definition names folders; in a worktree they are those of the main checkout.
  const definition = canonicalJson(hook).replaceAll(jsonText(repository.root), jsonText(repository.main));
  return sha256([definition, placeOf(source, place), ...linesOf(covered, place)].join("\n"));
}

/** One hash for what is approved together. */
export function digestOf(source: string, parts: readonly string[], place: TokenPlace): string {
  return sha256([placeOf(source, place), ...parts].join("\n"));
}

export function linesOf(covered: readonly CoveredFile[], place: TokenPlace): string[] {
  return covered.map((file) => `${file.sha256} ${placeOf(file.path, place)}${partOf(file)}`).sort();
}

/** Nothing for a file whose every byte counts. */
function partOf({ keys, modules }: CoveredFile): string {
  return keys === undefined && modules === undefined ? "" : ` ${JSON.stringify([keys ?? null, modules ?? null])}`;
}

/** A link that is pointed elsewhere is another file. What is named but not there has its name alone. */
function placeOf(path: string, { repository, files }: TokenPlace): string {
  const real = files.real(path);
  return JSON.stringify([nameOf(path, repository), real === undefined ? null : nameOf(real, repository)]);
}

function jsonText(path: string): string {
  return JSON.stringify(path).slice(1, -1);
}
