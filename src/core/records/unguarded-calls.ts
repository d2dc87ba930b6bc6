/**
 * Finds tool calls that ran without a hook event before: their end is on record but no verdict. Computed on demand,
 * never on the event path.
 */

/** One event of a tool call, as stored. */
export interface ToolCallRow {
  /** Id of its event. */
  readonly id: string;
  readonly at: number;
  readonly agent: string;
  readonly event: string;
  readonly session: string;
  readonly tool: string;
  /** Id of the call, from the agent or from us. */
  readonly call?: string;
  /** Id of the subagent that made it. */
  readonly subagent?: string;
  /** Time to decide. */
  readonly ms?: number;
}

interface Known {
  readonly calls: Set<string>;
  /** By tool: verdicts without an end so far, and whether there ever was one. */
  readonly open: Map<string, number>;
}

/**
 * `rows`: oldest first. `hasIds`: true if an agent gives its calls ids; otherwise they are matched by tool and order.
 */
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
  // An agent with ids may report one end twice, once without an id; that is not an unguarded call.
  return hasIds ? call === undefined && left !== undefined : left !== undefined && left > 0;
}
