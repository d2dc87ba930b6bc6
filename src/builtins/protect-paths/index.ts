/** Blocks writes to files with secrets and to system directories, by any tool (SE-06). */
import { lstatSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { BasePayload } from "../../core/events/payload.js";
import type { Builtin, Surroundings } from "../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../core/hooks/builtin-options.js";
import type { Effect, EffectKind, Target } from "../../effects/model/effect.js";
import { UNKNOWN } from "../../effects/model/invocation.js";
import { mayRepeat } from "../_shared/calls/denials.js";
import { ANSWERS, askedAgain, type Stopped, stop } from "../_shared/calls/effect-guard.js";
import { effectsOf } from "../_shared/calls/effects-of.js";
import { onlyReads } from "../_shared/calls/only-reads.js";
import { globProblem } from "../_shared/paths/folder-globs.js";
import { Links } from "../_shared/paths/follow-links.js";
import { pathForms } from "../_shared/paths/path-forms.js";
import { advice } from "./advice.js";
import { type PathOptions, pathVerdict } from "./path-verdict.js";
import { secondNames, statOf } from "./second-names.js";

const NAME = "protect-paths";
const OPTIONS = {
  deny: { type: "texts", default: [], help: "Globs of additional files that are never written" },
  ask: { type: "texts", default: [], help: "Globs of files to ask about" },
  allow: { type: "texts", default: [], help: "Globs of files that may always be written" },
  sensitive: { type: ANSWERS, default: "deny", help: "Verdict for a write to a file with secrets" },
  system: { type: ANSWERS, default: "deny", help: "Verdict for a write to a system directory" },
  advice: { type: "boolean", default: true, help: "Tell the model about lockfiles and dangerous changes" },
} satisfies BuiltinOptions;

const protectPaths: Builtin = {
  name: NAME,
  summary: "Denies writes to files with secrets and to system directories, by any tool; advises on lockfiles.",
  from: "orion",
  example: { event: "PreToolUse", builtin: NAME, options: { deny: ["infra/prod/**"], allow: ["fixtures/**"] } },
  events: ["PreToolUse"],
  match: {},
  guard: true,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS, globProblem("deny", "ask", "allow")),
  make(surroundings, given, services) {
    const options = {
      deny: [],
      ask: [],
      allow: [],
      sensitive: "deny",
      system: "deny",
      advice: true,
      ...given,
    } as PathOptions & { readonly advice: boolean };
    return async (payload) => {
      if (onlyReads(payload)) return undefined;
      const { effects } = effectsOf(payload, surroundings);
      if (effects.length === 0) return undefined;
      const stopped = judge(effects, payload, surroundings, options);
      if (stopped !== undefined) return stop(stopped, payload, surroundings, services);
      const again = mayRepeat(effects, payload) ? await askedAgain(NAME, effects, payload, services) : undefined;
      return again ?? (options.advice ? advice(effects) : undefined);
    };
  },
};

export default protectPaths;

const CHANGING: ReadonlySet<EffectKind> = new Set([
  "write",
  "overwrite",
  "delete",
  "move",
  "permissions",
  "persistence",
  "machine",
  "escalate",
]);

function judge(
  effects: readonly Effect[],
  payload: BasePayload,
  surroundings: Surroundings,
  options: PathOptions,
): Stopped | undefined {
  const { home, project } = surroundings;
  const cwd = resolve(surroundings.cwd, typeof payload.cwd === "string" ? payload.cwd : "");
  let links: Links | undefined;
  const asked: Stopped[] = [];
  for (const effect of effects) {
    const { target } = effect;
    if (target?.type !== "path" || !CHANGING.has(effect.kind) || effect.certainty === "unknown") continue;
    const path = target.written ?? target.name;
    if (path.includes(UNKNOWN) || isHarmless(effect, target)) continue;
    links ??= new Links(cwd);
    const { forms, unknown } = pathForms(path, home, cwd, links);
    const all = [...forms, ...forms.flatMap((form) => secondNames(form, home, project))];
    const found = pathVerdict(all, { home, project }, options);
    if (found === undefined) {
      if (unknown)
        asked.push({
          guard: NAME,
          answer: "ask",
          effect: {
            ...effect,
            certainty: "unknown",
            what: "targets a path that cannot be resolved",
            instead: "name the target file itself",
          },
        });
      continue;
    }
    const { answer, what, instead } = found;
    if (answer === "pass") continue;
    const stopped: Stopped = { guard: NAME, answer, effect: { ...effect, what: `${verbOf(effect)} ${what}`, instead } };
    if (answer === "deny") return stopped;
    asked.push(stopped);
  }
  const [first] = asked;
  return first && { ...first, asked: asked.map(({ effect }) => effect) };
}

/** A write into a directory needs that directory to exist; and a new file has no secrets to lose. */
function isHarmless({ certainty }: Effect, { name, place, fromExample }: Target): boolean {
  if (certainty === "likely" && !statOf(dirname(name))?.isDirectory()) return true;
  return fromExample === true && place === "project" && isFree(name);
}

/** Not even a dangling link. */
function isFree(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false; // unknown
  }
}

function verbOf({ kind }: Effect): string {
  return kind === "delete"
    ? "deletes"
    : kind === "move"
      ? "moves"
      : kind === "permissions"
        ? "changes the permissions of"
        : "writes to";
}
