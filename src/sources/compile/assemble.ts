/**
 * Combines the hooks of many sources into one ordered list: ids become unique, an identical hook in two sources runs
 * once and names both (CF-26), and the user's overrides apply (CF-19).
 */

import { failsClosed } from "../../core/decision/failure.js";
import { type Finding, finding } from "../../core/errors.js";
import { bySource, mayRun } from "../../core/hooks/admission.js";
import type { HookSpec, SourceEntry, SourceRef, TrustState } from "../../core/hooks/hook.js";
import { canonicalJson, lookUp } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";

export interface LoadedSource {
  readonly source: SourceRef;
  readonly hooks: readonly LoadedHook[];
}

export type LoadedHook = Pick<SourceEntry, "hook" | "covers"> & {
  readonly state: TrustState;
  /** For a code config: the files of its bundle. */
  readonly loads?: readonly string[];
};

/** Hooks that all have the trust status of their source. */
export function loadedAs(source: SourceRef, hooks: readonly HookSpec[]): LoadedSource {
  return { source, hooks: hooks.map((hook) => ({ hook, state: source.state })) };
}

export interface Assembled {
  readonly entries: readonly SourceEntry[];
  readonly findings: readonly Finding[];
}

/** The user's overrides, by hook id. */
export interface Overrides {
  readonly enabled: Readonly<Record<string, boolean>>;
  readonly mode: Readonly<Record<string, HookSpec["mode"]>>;
  /** True if Snaphook wrote them. Others can only make guards stricter. */
  readonly signed: boolean;
}

export const NO_OVERRIDES: Overrides = { enabled: {}, mode: {}, signed: true };

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function assemble(sources: readonly LoadedSource[], overrides: Overrides = NO_OVERRIDES): Assembled {
  const findings: Finding[] = [];
  const byContent = new Map<string, Mutable<SourceEntry>>();
  const ids = new Map<string, SourceRef>();
  const entries: SourceEntry[] = [];
  for (const { source, hooks } of [...sources].sort((a, b) => bySource(a.source, b.source))) {
    for (const { hook, state, covers } of hooks) {
      const content = contentKey(hook, state);
      const twin = byContent.get(content);
      // Two hooks of one file with explicit ids are two hooks.
      const meant =
        twin !== undefined && twin.source.path === source.path && hook.id !== "" && hook.id !== twin.hook.id;
      if (twin !== undefined && !meant) {
        if (twin.source.path !== source.path) twin.alsoFrom = [...twin.alsoFrom, source];
        continue;
      }
      const id = uniqueId(hook, source, ids, findings);
      if (id === undefined) continue;
      ids.set(id, source);
      const named = { ...hook, id, ...overridden(hook, id, source.level === "managed" ? NO_OVERRIDES : overrides) };
      const own = { ...(state === source.state ? {} : { state }), ...(covers === undefined ? {} : { covers }) };
      const entry = { hook: named, source, alsoFrom: [], ...own };
      byContent.set(content, entry);
      entries.push(entry);
    }
  }
  return { entries, findings };
}

/** Sources of different trust status are never merged: a copy that may not run must not hide one that may. */
function contentKey(hook: HookSpec, state: TrustState): string {
  const { id: _id, statusMessage: _status, ...rest } = hook;
  return canonicalJson([mayRun(state), rest, hook.run.type === "function" ? hook.id : ""]);
}

function overridden(
  hook: HookSpec,
  id: string,
  { enabled, mode, signed }: Overrides,
): Pick<HookSpec, "enabled" | "mode"> {
  const set = { enabled: lookUp(enabled, id) ?? hook.enabled, mode: lookUp(mode, id) ?? hook.mode };
  if (signed) return set;
  if (!failsClosed(hook)) return { enabled: hook.enabled, mode: hook.mode };
  return { enabled: hook.enabled || set.enabled, mode: set.mode === "enforce" ? "enforce" : hook.mode };
}

function uniqueId(
  hook: HookSpec,
  source: SourceRef,
  taken: ReadonlyMap<string, SourceRef>,
  findings: Finding[],
): string | undefined {
  const wanted = namedHook(hook).id;
  const owner = taken.get(wanted);
  if (owner === undefined) return wanted;
  // A second guard of that name is kept under another id: a guard is never dropped.
  if (hook.id !== "" && owner.path === source.path && !hook.guard) {
    findings.push(
      finding("CONFIG_DUPLICATE_ID", `skipped a second hook with the id "${wanted}"`, { file: source.path }),
    );
    return undefined;
  }
  if (hook.id !== "") {
    findings.push(
      finding(
        "CONFIG_SHARED_ID",
        `the id "${wanted}" is already used by ${owner.path ?? owner.key}; this one is called "${wanted}@${source.key}"`,
        { file: source.path },
      ),
    );
  }
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? `${wanted}@${source.key}` : `${wanted}@${source.key}-${n}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** With its own id, unless another source has taken it. */
export function namedHook(hook: HookSpec): HookSpec {
  return hook.id === "" ? { ...hook, id: derivedId(hook) } : hook;
}

/** Stable while the hook is unchanged: the event and a short hash of its content. */
function derivedId(hook: HookSpec): string {
  if (hook.run.type === "function" && hook.run.builtin !== undefined) return hook.run.builtin.name;
  // The working directory is not part of the hash: the same user hook has one id in every project.
  const { cwd: _cwd, ...run } = hook.run as { cwd?: string };
  const hash = sha256(canonicalJson([hook.event, hook.match, run])).slice(0, 8);
  const event = hook.event
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return `${event}-${hash}`;
}
