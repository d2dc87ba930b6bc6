/** Pairs the ends of tool calls with their beginnings. */
import type { ToolCallRow } from "./unguarded-calls.js";

export interface PairedCall {
  /** The event that tells of its end; also the id of its activity. */
  readonly id: string;
  /** The event that hooks decided about; absent if there was none. */
  readonly begin?: string;
  readonly beganAt?: number;
  /** Time to decide about it. */
  readonly ms?: number;
  /** Id of the subagent that made it. */
  readonly subagent?: string;
}

/** `rows`: of one session, oldest first. Calls without ids are matched by tool and order. */
export function pairCalls(rows: readonly ToolCallRow[]): PairedCall[] {
  const byCall = new Map<string, ToolCallRow>();
  const open = new Map<string, ToolCallRow[]>();
  const paired: PairedCall[] = [];
  for (const row of rows) {
    if (row.event === "PreToolUse") {
      if (row.call !== undefined) byCall.set(row.call, row);
      else open.set(row.tool, [...(open.get(row.tool) ?? []), row]);
      continue;
    }
    const begin = row.call === undefined ? open.get(row.tool)?.shift() : byCall.get(row.call);
    const subagent = row.subagent ?? begin?.subagent;
    paired.push({
      id: row.id,
      ...(begin === undefined ? {} : { begin: begin.id, beganAt: begin.at }),
      ...(begin?.ms === undefined ? {} : { ms: begin.ms }),
      ...(subagent === undefined ? {} : { subagent }),
    });
  }
  return paired;
}
