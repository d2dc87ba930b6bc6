/** CP-15: locations of agents' plans. */

/** Directories of agents, in a home or project. A `plans` directory below one of them contains plans. */
const AGENT_FOLDERS: ReadonlySet<string> = new Set([
  ".claude",
  ".cline",
  ".codex",
  ".copilot",
  ".cursor",
  ".gemini",
  ".kilo",
  ".kilocode",
  ".kimi",
  ".opencode",
  ".pi",
  ".qwen",
  ".windsurf",
]);
const PLAN_FOLDER = "plans";
const PLAN_FILE = /\.(md|mdc|markdown|txt)$/i;

export function isPlanFile(path: string): boolean {
  const parts = path.split(/[\\/]/);
  const home = parts.findIndex((part) => AGENT_FOLDERS.has(part));
  if (home === -1 || parts.includes("..")) return false;
  const folder = parts.indexOf(PLAN_FOLDER, home + 1);
  return folder !== -1 && folder < parts.length - 1 && PLAN_FILE.test(path);
}
