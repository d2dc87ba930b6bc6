/** CP-08: the session that this one continues. */
import type { EventRecord, SessionRow } from "../core/records/records.js";
import type { CaptureNeeds } from "../core/records/store.js";
import { textOf } from "./facts.js";

const JUST_ENDED_MS = 5_000;
const RECENT_MS = 24 * 3_600_000;
const LOOKED_AT = 50;

export type ParentLink = Pick<SessionRow, "parent" | "parentReason">;

/** Reported by the agent. */
export function namedParent(record: EventRecord): ParentLink {
  const parent = textOf(record.payload, "parent_session_id");
  if (parent === undefined || parent === record.session) return {};
  return { parent, parentReason: namedReason(record) };
}

/** Where `likelyParent` looks; undefined if there is no reason to. */
export function parentCandidates({ agent, project, payload }: EventRecord): CaptureNeeds["siblings"] {
  const source = textOf(payload, "source");
  if ((source !== "clear" && source !== "compact") || project === undefined) return undefined;
  return { agent, project, limit: LOOKED_AT };
}

/** A cleared or compacted session of the same agent in the same directory, most recent first. */
export function likelyParent(record: EventRecord, siblings: readonly SessionRow[]): ParentLink {
  if (parentCandidates(record) === undefined) return {};
  const source = textOf(record.payload, "source");
  const others = siblings.filter(({ id }) => id !== record.session);
  const endedWithin = (ms: number) =>
    others.find(({ endedAt }) => endedAt !== undefined && Math.abs(record.at - endedAt) <= ms);
  const tiers: readonly [SessionRow | undefined, NonNullable<ParentLink["parentReason"]>][] = [
    [endedWithin(JUST_ENDED_MS), "clear"],
    [others.find(({ status }) => status === "active"), "clear_active"],
    [endedWithin(RECENT_MS), "inferred"],
  ];
  const [found, reason] = tiers.find(([session]) => session !== undefined) ?? [];
  if (found === undefined) return {};
  return { parent: found.id, parentReason: source === "compact" ? "compact" : reason };
}

function namedReason({ event, payload }: EventRecord): NonNullable<ParentLink["parentReason"]> {
  if (event === "SubagentStart" || textOf(payload, "agent_id") !== undefined) return "subagent";
  const source = textOf(payload, "source");
  return source === "clear" || source === "compact" ? source : "manual";
}
