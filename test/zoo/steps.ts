/** Everything a person or an agent does in a repository before anybody has approved anything of it. */
import type { ZooPlace } from "./place.js";

export type ZooStep =
  | { readonly name: string; readonly call: readonly [agent: string, event: string] }
  | { readonly name: string; readonly args: (place: ZooPlace, hookId: string) => readonly string[] };

const call = (agent: string, event: string): ZooStep => ({ name: `${agent} ${event}`, call: [agent, event] });
const run = (...args: string[]): ZooStep => ({ name: args.join(" "), args: () => args });
const payload = ({ root }: ZooPlace) => ["--payload", `${root}/payload.json`];

export const STEPS: readonly ZooStep[] = [
  call("claude-code", "SessionStart"),
  call("claude-code", "UserPromptSubmit"),
  call("claude-code", "PreToolUse"),
  call("codex", "PreToolUse"),
  run("list"),
  run("list", "--json"),
  run("validate"),
  run("validate", "--json"),
  { name: "explain", args: (place) => ["explain", "PreToolUse", ...payload(place)] },
  { name: "fire", args: (place) => ["fire", "PreToolUse", ...payload(place)] },
  { name: "fire SessionStart", args: (place) => ["fire", "SessionStart", ...payload(place)] },
  { name: "show", args: (_, id) => ["show", "--", id] },
  { name: "test", args: (place, id) => ["test", ...payload(place), "--", id] },
  run("trust"),
  run("trust", "--json"),
  run("trust", "--list", "--json"),
  run("doctor"),
  run("install", "claude-code", "--dry-run"),
  run("install", "--project", "claude-code", "--dry-run"),
  run("agents"),
  run("events"),
  run("status"),
];

/** What the agent sends; `place.root/payload.json` holds it too. */
export function payloadIn(cwd: string): object {
  return { session_id: "zoo", cwd, prompt: "hello", tool_name: "Bash", tool_input: { command: "ls" } };
}
