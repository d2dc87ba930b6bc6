/** Recent denials of a session, so that a retry of the same change by another tool is recognised. */

import type { BasePayload } from "../../../core/events/payload.js";
import type { Services } from "../../../core/hooks/builtin.js";
import { isRecord } from "../../../core/text/json.js";
import type { Effect, EffectKind } from "../../../effects/model/effect.js";

export interface Denial {
  readonly guard: string;
  /** The denied path. */
  readonly target: string;
  readonly tool: string;
  readonly at: number;
}

/** A denial that is repeated so soon is not written again. */
const REPEATED_MS = 60_000;
/** Ten minutes after the last time at least. */
const REMEMBERED_MS = 10 * 60_000 + REPEATED_MS;
const KEPT = 20;
/** Kinds that change a path. */
const CHANGING: ReadonlySet<EffectKind> = new Set([
  "write",
  "overwrite",
  "delete",
  "move",
  "permissions",
  "persistence",
]);
/** Applied to a directory, these affect everything in it. */
const TAKING: ReadonlySet<EffectKind> = new Set(["delete", "move", "permissions"]);

/** Never rejects: a state that cannot be written must not stop a denial. */
export async function rememberDenial(
  guard: string,
  effect: Effect,
  payload: BasePayload,
  { state, now }: Services,
): Promise<void> {
  const { session_id: session, tool_name: tool } = payload;
  if (effect.target?.type !== "path" || !CHANGING.has(effect.kind) || typeof session !== "string") return;
  const denial: Denial = { guard, target: effect.target.name, tool: String(tool), at: now() };
  try {
    const { redactText } = await import("../../../core/redact/text.js");
    const said = `${denial.target}\n${denial.tool}`;
    if (redactText(said, { lone: false }) !== said) return; // do not store a name that contains a secret
    await state.update(keyOf(session), (old) => {
      const known = recent(old, denial.at);
      return known.some((one) => isRepeated(one, denial)) ? old : [...known, denial].slice(-KEPT);
    });
  } catch {} // the denial then is not remembered
}

function isRepeated(one: Denial, { guard, target, tool, at }: Denial): boolean {
  const age = at - one.at;
  return one.guard === guard && one.target === target && one.tool === tool && age >= 0 && age < REPEATED_MS;
}

/** False if none of the effects can be one that was denied before. */
export function mayRepeat(effects: readonly Effect[], { session_id: session }: BasePayload): boolean {
  return typeof session === "string" && effects.some(changesPath);
}

function changesPath({ kind, target }: Effect): boolean {
  return CHANGING.has(kind) && target?.type === "path";
}

/** The effect that targets a path this guard denied before, with any tool. */
export async function workaround(
  guard: string,
  effects: readonly Effect[],
  payload: BasePayload,
  { state, now }: Services,
): Promise<{ readonly effect: Effect; readonly denial: Denial } | undefined> {
  const session = payload.session_id;
  const changing = effects.filter(changesPath);
  if (changing.length === 0 || typeof session !== "string") return undefined;
  const denials = recent(await state.read(keyOf(session)).catch(() => undefined), now());
  for (const denial of denials)
    for (const effect of changing) if (denial.guard === guard && reaches(effect, denial)) return { effect, denial };
  return undefined;
}

function reaches({ kind, target }: Effect, denial: Denial): boolean {
  const name = target!.name;
  return name === denial.target || (TAKING.has(kind) && denial.target.startsWith(`${name}/`));
}

function recent(value: unknown, now: number): Denial[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one): one is Denial =>
      isRecord(one) &&
      typeof one["target"] === "string" &&
      typeof one["at"] === "number" &&
      now - one["at"] < REMEMBERED_MS,
  );
}

function keyOf(session: string): string {
  return `denied:${session}`;
}
