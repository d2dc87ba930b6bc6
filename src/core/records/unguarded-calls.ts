/**
 * Tool calls that were made although nobody asked us before: their end is on record and no verdict of the same call.
 * Found when somebody looks; nothing of it is on the way of an event.
 */

/** One event of a tool call, as the store keeps it. */
export interface ToolCallRow {
  /** That of its event. */
  readonly id: string;
  readonly at: number;
  readonly agent: string;
  readonly event: string;
  readonly session: string;
  readonly tool: string;
  /** The id of the call, the agent's or one of ours. */
  readonly call?: string;
}

interface Known {
  readonly calls: Set<string>;
  /** By tool: verdicts that no end has been told of yet, and whether there ever was one. */
  readonly open: Map<string, number>;
}

/** `rows`: oldest first. `hasIds`: whether an agent gives its calls ids; else they are told apart by tool and order. */
export function ungatedCalls(rows: readonly ToolCallRow[], hasIds: (agent: string) => boolean): ToolCallRow[] {
  const sessions = new Map<string, Known>();
  return rows.filter((row) => {
    const key = JSON.stringify([row.agent, row.session]);
    const known = sessions.get(key) ?? { calls: new Set(), open: new Map() };
    sessions.set(key, known);
    return row.event === "PreToolUse" ? note(known, row) : !isGated(known, row, hasIds(row.agent));
  });
}

function note({ calls, open }: Known, { call, tool }: ToolCallRow): false {
  if (call !== undefined) calls.add(call);
  open.set(tool, (open.get(tool) ?? 0) + 1);
  return false;
}

function isGated({ calls, open }: Known, { call, tool }: ToolCallRow, hasIds: boolean): boolean {
  const left = open.get(tool);
  if (left !== undefined) open.set(tool, left - 1);
  if (call !== undefined && calls.has(call)) return true;
  // An agent with ids may tell of one end twice, once without; that is no reason to raise an alarm.
  return hasIds ? call === undefined && left !== undefined : left !== undefined && left > 0;
}
