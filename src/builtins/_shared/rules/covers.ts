/** Whether a lasting rule covers everything that a guard asks about in a call. In doubt it does not. */
import { lstatSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { BasePayload } from "../../../core/events/payload.js";
import type { Surroundings } from "../../../core/hooks/builtin.js";
import { changesPlainly, plainPushes } from "../../../effects/lasting/plain-call.js";
import type { EffectRule, PathRule, PushRule } from "../../../effects/lasting/rule.js";
import type { Effect, Where } from "../../../effects/model/effect.js";
import { UNKNOWN } from "../../../effects/model/invocation.js";
import { isWithin } from "../../../effects/paths/paths.js";
import { realEffectsOf } from "../calls/real-targets.js";
import { folderOf } from "../calls/tool-call.js";
import { Links } from "../paths/follow-links.js";
import { pushSettings } from "./push-settings.js";

export interface AskedEffect extends Effect {
  /** A rule has to name its target: a branch that the guard protects. */
  readonly onlyByName?: true;
}

export interface AskedCall {
  /** Every effect that the guard asks about. */
  readonly asked: readonly AskedEffect[];
  readonly payload: BasePayload;
  readonly surroundings: Surroundings;
}

export async function covers(rule: EffectRule, call: AskedCall): Promise<boolean> {
  const { asked, payload, surroundings } = call;
  // A person who approved these effects has not seen any other risk.
  const others = realEffectsOf(payload, surroundings).filter((effect) => !isAmong(effect, asked));
  if (asked.length === 0 || others.some(({ severity }) => severity !== "ordinary")) return false;
  if (asked.some(({ severity, certainty }) => severity === "destructive" || certainty === "unknown")) return false;
  return rule.act === "push" ? coversPush(rule, call) : coversPaths(rule, call);
}

/** Guards may reword an effect. */
function isAmong({ kind, words, target }: Effect, asked: readonly Effect[]): boolean {
  return asked.some((one) => one.kind === kind && one.words === words && one.target?.name === target?.name);
}

async function coversPush({ remote, branch, settings }: PushRule, call: AskedCall): Promise<boolean> {
  const { asked, payload, surroundings } = call;
  const isPush = ({ kind, severity, target, onlyByName }: AskedEffect) =>
    kind === "remote" &&
    severity === "ordinary" &&
    target?.type === "branch" &&
    (!onlyByName || target.name === branch);
  const pushes = asked.every(isPush) ? plainPushes(payload, whereOf(call)) : undefined;
  if (pushes === undefined) return false;
  for (const push of pushes) {
    if (push.remote !== remote || !isInProject(push.cwd, surroundings)) return false;
    if (branch !== undefined && push.branches.some((one) => one !== branch)) return false;
    // The name of a remote says nothing about where it leads now.
    if ((await pushSettings(push.cwd, remote, surroundings))?.hash !== settings) return false;
  }
  return true;
}

function isInProject(folder: string, { project }: Surroundings): boolean {
  try {
    return isWithin(realpathSync(folder), realpathSync(project));
  } catch {
    return false;
  }
}

const KINDS = { write: ["write", "overwrite"], delete: ["delete"] } as const;

function coversPaths(rule: PathRule, call: AskedCall): boolean {
  const { asked, payload } = call;
  const where = whereOf(call);
  if (!changesPlainly(payload, where)) return false;
  const links = new Links(where.cwd);
  return asked.every((effect) => isCoveredPath(effect, rule, links));
}

function isCoveredPath({ kind, target }: Effect, { act, path, below }: PathRule, links: Links): boolean {
  if (!(KINDS[act] as readonly string[]).includes(kind) || target?.type !== "path") return false;
  if (target.place !== "project" || target.sensitive || target.below) return false;
  const name = target.written?.startsWith("/") ? target.written : target.name;
  if (name.includes(UNKNOWN) || /[*?[\]{}]/.test(name)) return false;
  // What a link leads to is another file; deleting a link would be covered, but not what is behind its folder.
  const isSame = (one: string) => links.follow(one) === one;
  if (!isSame(path) || !isSame(act === "delete" ? dirname(target.name) : target.name)) return false;
  if (links.follow(dirname(name)) !== dirname(target.name) || hasOtherNames(target.name)) return false;
  return below === true ? target.name !== path && isWithin(target.name, path) : target.name === path;
}

/** A hard link: the same file under a name elsewhere. */
function hasOtherNames(path: string): boolean {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true && found.nlink > 1;
  } catch {
    return true;
  }
}

export function whereOf({ payload, surroundings }: Pick<AskedCall, "payload" | "surroundings">): Where {
  const { project, home, platform } = surroundings;
  return { cwd: folderOf(payload, surroundings), project, home, platform };
}
