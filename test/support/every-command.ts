/** Every command with arguments that do something, in an order that works in one home. */
import { bash, type ProgramPlace, type RunOptions, says } from "./program.js";

export interface Once {
  readonly args: readonly string[];
  readonly input?: RunOptions["input"];
  readonly code?: number;
  /** In what it prints. */
  readonly prints: RegExp;
}

const PUSH = bash("git push --force");
const project = { version: 1, hooks: { PreToolUse: [{ id: "ours", command: says("ask", "sure?") }] } };

/** In this order, in one home. */
export const ONCE: Readonly<Record<string, Once>> = {
  init: { args: ["--user"], prints: /hooks\.jsonc/ },
  list: { args: [], prints: /no-force-push +PreToolUse/ },
  show: { args: ["no-force-push"], prints: /^id +no-force-push/ },
  validate: { args: [], prints: /0 errors/ },
  events: { args: [], prints: /^PreToolUse/m },
  explain: { args: ["PreToolUse", "--payload", "-"], input: PUSH, prints: /^runs +no-force-push/m },
  fire: { args: ["PreToolUse", "--payload", "-"], input: PUSH, prints: /^PreToolUse: deny/ },
  test: { args: ["no-force-push", "--payload", "-"], input: PUSH, prints: /"verdict":"deny"/ },
  disable: { args: ["no-force-push"], prints: /no-force-push/ },
  enable: { args: ["no-force-push"], prints: /no-force-push/ },
  observe: { args: ["no-force-push"], code: 1, prints: /HUMAN_ONLY_TERMINAL/ },
  permit: { args: ["--list"], prints: /^Permitted: scripts may run add/ },
  sign: { args: ["--list"], prints: /^Everything is signed/ },
  enforce: { args: ["no-force-push"], prints: /no-force-push was enforcing already/ },
  pack: { args: [], prints: /^protect-commands/m },
  add: { args: ["protect-paths"], prints: /protect-paths\.jsonc/ },
  remove: { args: ["protect-paths"], prints: /protect-paths\.jsonc/ },
  trust: { args: [], code: 1, prints: /ours/ },
  untrust: { args: [], prints: /project/ },
  deny: { args: ["."], prints: /project/ },
  hook: { args: ["claude-code", "PreToolUse"], input: PUSH, prints: /"permissionDecision":"deny"/ },
  "run-background": { args: [], code: 2, prints: /^$/ },
  "try-bridge": { args: [], code: 2, prints: /^$/ },
  log: { args: [], prints: /✗ claude-code +git push --force +no-force-push:/ },
  models: { args: [], prints: /^No models\./ },
  stats: { args: [], prints: /no-force-push/ },
  off: { args: ["--for", "1m"], code: 1, prints: /HUMAN_ONLY_TERMINAL/ },
  on: { args: [], prints: /paused/ },
  except: { args: ["nothing", "--for", "1m"], code: 2, prints: /USAGE/ },
  why: { args: ["nothing"], code: 2, prints: /USAGE/ },
  install: { args: ["claude-code"], prints: /settings\.json/ },
  agents: { args: [], prints: /^Claude Code/m },
  compile: { args: ["claude-code"], prints: /launch claude-code PreToolUse/ },
  setup: { args: ["claude-code", "--yes"], prints: /settings\.json/ },
  doctor: { args: [], prints: /Node version/ },
  demo: { args: [], prints: /PreToolUse/ },
  up: { args: ["--detach"], prints: /pid \d+/ },
  status: { args: [], prints: /pid \d+/ },
  menu: { args: [], prints: /pid \d+[\s\S]*`snaphook help` lists the commands/ },
  page: { args: ["--json"], prints: /"typedCode"/ },
  thread: { args: ["templates"], prints: /test-until-green/ },
  restart: { args: [], prints: /pid \d+/ },
  notify: { args: ["--agent", "codex", '{"type":"agent-turn-complete","last-assistant-message":"x"}'], prints: /^$/ },
  sessions: { args: ["--json"], prints: /^\[|\{/ },
  session: { args: ["nothing"], code: 1, prints: /SESSION_NOT_FOUND/ },
  search: { args: ["words"], prints: /./ },
  memory: { args: [], prints: /Memory is off/ },
  recall: { args: ["words"], prints: /Nothing found/ },
  remember: { args: ["a fact"], code: 1, prints: /MEMORY_OFF/ },
  forget: { args: ["nothing", "--dry-run"], code: 2, prints: /MEMORY_NOT_FOUND/ },
  private: { args: ["s1"], prints: /s1/ },
  export: { args: [], prints: /^$|^\{/ },
  import: { args: ["records.jsonl"], prints: /0 events/ },
  backup: { args: [], prints: /opened, checked and counted/ },
  restore: { args: ["nothing", "--dry-run"], code: 2, prints: /BACKUP_INVALID/ },
  governance: { args: [], prints: /./ },
  asks: { args: [], prints: /No approval is pending/ },
  channels: { args: [], prints: /^No channel is configured/ },
  passkeys: { args: [], prints: /^No passkey is registered/ },
  away: { args: ["--for", "1h"], code: 1, prints: /HUMAN_ONLY_TERMINAL/ },
  back: { args: [], prints: /not away/ },
  revoke: { args: ["nothing"], code: 1, prints: /ASK_UNKNOWN/ },
  ask: { args: ["--question", "Go?", "--timeout", "1s"], code: 1, prints: /No answer/ },
  mcp: { args: [], input: "", prints: /^$/ },
  answer: { args: ["nothing"], code: 1, prints: /ASK_UNKNOWN/ },
  approve: { args: ["nothing"], code: 1, prints: /ASK_UNKNOWN/ },
  down: { args: [], prints: /daemon/ },
  upgrade: { args: [], prints: /^Version \d/ },
  uninstall: { args: ["claude-code"], prints: /settings\.json/ },
  report: { args: [], prints: /^# Snaphook report/ },
  record: { args: ["harbour", "beforeTool"], input: PUSH, prints: /^$/ },
  completion: { args: ["bash"], prints: /^complete -F/m },
  complete: { args: ["--", "sess"], prints: /^sessions$/m },
  "stop-all": { args: [], prints: /every tool call/ },
};

/** What the table needs to be there. */
export function writeCommandFiles(place: ProgramPlace): void {
  place.write(".git/HEAD", "ref: refs/heads/main\n");
  place.write(".snaphook/hooks.json", project);
  place.write("records.jsonl", "");
}
