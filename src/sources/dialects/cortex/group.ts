/** Cortex hooks as Claude Code settings for `--settings` when an agent is started (CF-11 … CF-13). */

import { NATIVE_NAMESPACES } from "../../../core/events/events.js";
import type { CommandRun, HookSpec } from "../../../core/hooks/hook.js";

export interface ClaudeSettings {
  readonly hooks: Readonly<Record<string, ClaudeGroup[]>>;
}

interface ClaudeGroup {
  readonly matcher?: string;
  readonly hooks: { type: "command"; command: string; timeout: number }[];
}

export interface Grouped {
  readonly settings: ClaudeSettings;
  /** What cannot be mounted there, and why: never dropped silently (EV-27). */
  readonly leftOut: readonly { readonly id: string; readonly why: string }[];
}

/** `tools`: the agent's tool list; without it all tools count as available. */
export function groupForClaude(hooks: readonly HookSpec[], tools?: readonly string[]): Grouped {
  const groups: Record<string, ClaudeGroup[]> = {};
  const leftOut: { id: string; why: string }[] = [];
  for (const hook of hooks) {
    const why = obstacle(hook, tools);
    if (why !== undefined) {
      leftOut.push({ id: hook.id, why });
      continue;
    }
    const event = hook.event.replace(/^cc:/, "");
    const matcher = hook.extra?.["matcher"];
    const entry = {
      type: "command" as const,
      command: commandLine(hook.run as CommandRun),
      timeout: hook.timeoutMs / 1000,
    };
    groups[event] ??= [];
    const last = groups[event].at(-1);
    // Only neighbours share a group, so that the order of the entries is kept.
    if (last && last.matcher === matcher) last.hooks.push(entry);
    else groups[event].push({ ...(typeof matcher === "string" ? { matcher } : {}), hooks: [entry] });
  }
  return { settings: { hooks: groups }, leftOut };
}

function obstacle(hook: HookSpec, tools: readonly string[] | undefined): string | undefined {
  const claude = NATIVE_NAMESPACES["cc"]!;
  if (!hook.enabled) return "disabled";
  if (hook.event.startsWith("cortex:")) return "not mountable: a server event, which no agent sends";
  if (hook.nativeTo !== undefined && hook.nativeTo !== claude) return `not mountable: an event of ${hook.nativeTo}`;
  if (hook.agents !== undefined && !hook.agents.includes(claude)) return `only for ${hook.agents.join(", ")}`;
  if (hook.run.type !== "command") return `a hook of type "${hook.run.type}" has no command`;
  if (hook.requiresTool !== undefined && tools !== undefined && !tools.includes(hook.requiresTool)) {
    return `the agent has no tool ${hook.requiresTool}`;
  }
  return undefined;
}

function commandLine({ command, args = [] }: CommandRun): string {
  return [command, ...args.map(quote)].join(" ");
}

function quote(arg: string): string {
  return /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}
