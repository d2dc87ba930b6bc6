/** The rules that could cover what a guard asks about, most useful first. Whether they do is checked like a later call. */
import type { BasePayload } from "../../core/events/payload.js";
import type { Effect, Where } from "../model/effect.js";
import { isWithin } from "../paths/paths.js";
import { plainPushes } from "./plain-call.js";
import type { EffectRule } from "./rule.js";

export const MOST_RULES = 3;

export function draftRules(asked: readonly Effect[], payload: BasePayload, where: Where): readonly EffectRule[] {
  const pushes = plainPushes(payload, where);
  const drafts = pushes === undefined ? pathRules(asked, where) : pushRules(pushes);
  return drafts.slice(0, MOST_RULES);
}

function pushRules(pushes: NonNullable<ReturnType<typeof plainPushes>>): EffectRule[] {
  const [first] = pushes;
  const branches = new Set(pushes.flatMap((push) => push.branches));
  if (first === undefined || pushes.some(({ remote }) => remote !== first.remote)) return [];
  const rule = { act: "push", remote: first.remote, settings: "" } as const;
  const [branch] = branches;
  return [rule, ...(branches.size === 1 && branch !== undefined ? [{ ...rule, branch }] : [])];
}

function pathRules(asked: readonly Effect[], { project }: Where): EffectRule[] {
  const paths = [...new Set(asked.flatMap(({ target }) => (target?.type === "path" ? [target.name] : [])))];
  const [path] = paths;
  if (path === undefined || !paths.every((one) => one !== project && isWithin(one, project))) return [];
  if (asked.every(({ kind }) => kind === "delete")) return paths.length === 1 ? [{ act: "delete", path }] : [];
  const folder = path.slice(0, path.lastIndexOf("/"));
  const top = `${project}/${path.slice(project.length + 1).split("/")[0]}`;
  const folders = [...new Set([folder, top])].filter((one) => one !== path && isOrdinaryFolder(one, project));
  const [near, ...wide] = folders.map((one): EffectRule => ({ act: "write", path: one, below: true }));
  const single: EffectRule[] = paths.length === 1 ? [{ act: "write", path }] : [];
  return [...(near === undefined ? [] : [near]), ...single, ...wide];
}

/** Not the project itself, and no folder of tools: `.git`, `.github`, `.claude`. */
function isOrdinaryFolder(folder: string, project: string): boolean {
  return folder !== project && !folder.slice(project.length).includes("/.");
}
