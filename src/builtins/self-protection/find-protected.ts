/** Decides whether an effect of a call targets a protected file, through any link. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Effect, EffectKind, Target } from "../../effects/model/effect.js";
import { UNKNOWN } from "../../effects/model/invocation.js";
import { isWithin } from "../../effects/paths/paths.js";
import { diffFiles } from "../../effects/tools/diff-files.js";
import { foldPath } from "../_shared/paths/path-forms.js";
import type { PathRules } from "../_shared/paths/path-rules.js";
import type { ProtectedPaths } from "../_shared/paths/protected-paths.js";
import type { Protection } from "./protections.js";

export type Found = ReturnType<ProtectedPaths<Protection>["find"]>;

/** Applied to a directory, these affect everything in it. */
const TAKING: ReadonlySet<EffectKind> = new Set(["delete", "move", "permissions"]);
const WILDCARD = /[*?[]/;
const MOST_NAMES = 500;
const LONGEST_PATCH = 1_000_000;

/** Reading and sending do not change a file. */
export function leavesFilesAlone({ kind, target }: Effect): boolean {
  return (target?.type === "path" || target?.type === "patch") && (kind === "read" || kind === "send");
}

export class ProtectedEffects {
  constructor(
    readonly paths: ProtectedPaths<Protection>,
    readonly rules: PathRules<Protection>,
    readonly home: string,
    readonly project: string,
  ) {}

  find({ kind, target, certainty }: Effect): Found {
    if (target === undefined) return undefined;
    if (target.type === "patch") return first(patchedFiles(target.name), (path) => this.paths.find(path));
    if (target.type !== "path") return undefined;
    // A new copy in an unrelated place does not affect hooks.
    const isNear = [this.home, this.project].some((folder) => isWithin(target.name, folder));
    if (certainty === "likely" && !isNear && !isFolder(dirname(target.name))) return undefined;
    const path = target.written ?? target.name;
    const found = this.#reached(path, target, kind);
    // A write to an unknown path may be anywhere: other guards decide about it.
    return found === "unknown" && certainty === "unknown" ? undefined : found;
  }

  #reached(path: string, target: Target, kind: EffectKind): Found {
    if (path.includes(UNKNOWN)) return this.#partlyKnown(path);
    if (path.length > 4096) return "unknown";
    if (WILDCARD.test(path)) {
      const found = first(this.#expanded(target.name), (name) => this.paths.find(name, TAKING.has(kind)));
      if (found !== undefined) return found;
    }
    return this.paths.find(path, TAKING.has(kind) || this.#isLaidOver(target));
  }

  /** The names to which a shell would expand the pattern, as far as they can be protected. */
  #expanded(pattern: string): string[] {
    let found = ["/"];
    for (const part of pattern.split("/").filter((name) => name !== "")) {
      if (WILDCARD.test(part)) {
        const form = formOf(part);
        const fits = (name: string) => (part.startsWith(".") || !name.startsWith(".")) && form.test(name);
        found = found.flatMap((folder) =>
          this.#namesIn(folder)
            .filter(fits)
            .map((name) => join(folder, name)),
        );
      } else found = found.map((folder) => join(folder, part));
      if (found.length > MOST_NAMES) return found.slice(0, MOST_NAMES);
    }
    return found;
  }

  #namesIn(folder: string): string[] {
    try {
      return readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isSymbolicLink() || this.rules.mayLead(foldPath(entry.name)))
        .map(({ name }) => name);
    } catch {
      return []; // does not exist
    }
  }

  /** Files unpacked in the project itself are usually unrelated. */
  #isLaidOver({ name, below }: Target): boolean {
    return below === true && name !== this.project;
  }

  /** `$DIR/.claude/settings.json`: the known part is enough. */
  #partlyKnown(path: string): Found {
    const rest = path.slice(path.lastIndexOf(UNKNOWN) + UNKNOWN.length);
    if (!rest.startsWith("/")) return undefined;
    const found = this.paths.find(`/${"\u{fffd}"}${rest}`);
    if (found !== undefined && found !== "unknown") return found;
    return this.rules.rules.find(
      ({ path: own, anywhere, searched }) =>
        searched && !anywhere && `${rest}/`.startsWith(`${own.slice(dirname(own).length)}/`),
    );
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function first(paths: readonly string[], look: (path: string) => Found): Found {
  let unknown: Found;
  for (const path of paths) {
    const found = look(path);
    if (found === "unknown") unknown = found;
    else if (found !== undefined) return found;
  }
  return unknown;
}

function patchedFiles(file: string): string[] {
  try {
    if (statSync(file).size > LONGEST_PATCH) return [];
    const names = diffFiles(readFileSync(file, "utf8")).map(({ path }) => path);
    return names.flatMap((name) => [name, name.slice(name.indexOf("/") + 1)]);
  } catch {
    return []; // no such patch: nothing is changed
  }
}

/** A shell wildcard. */
function formOf(part: string): RegExp {
  const text = part
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replace(/\*+/g, "[^/]*")
    .replaceAll("?", "[^/]")
    .replace(/\[!/g, "[^");
  try {
    return (part.match(/\*+/g)?.length ?? 0) > 4 ? /(?:)/ : new RegExp(`^${text}$`);
  } catch {
    return /(?:)/; // invalid brackets: may match any name
  }
}
