/**
 * Allows calls that provably only read, so that the user is not asked. Has no opinion on anything else. A guard's
 * verdict takes precedence.
 */
import { resolve } from "node:path";
import { allow } from "../core/decision/decision.js";
import type { BasePayload } from "../core/events/payload.js";
import { LIST_FIELDS } from "../core/events/tools.js";
import type { Builtin, Surroundings } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { isRecord, type JsonObject } from "../core/text/json.js";
import { isSensitive } from "../effects/paths/sensitive.js";
import { onlyReads } from "../effects/read-only/only-reads.js";
import { effectsOf } from "./_shared/calls/effects-of.js";
import { Links } from "./_shared/paths/follow-links.js";

const OPTIONS = {
  also: { type: "texts", default: [], help: "Prefixes of additional commands that may run: `make lint`" },
} satisfies BuiltinOptions;

/** The field of each tool that names what it reads. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  Read: ["file_path", "path"],
  NotebookRead: ["notebook_path", "file_path"],
  LS: ["path"],
  Glob: ["path", "pattern"],
  Grep: ["path", "glob"],
};
/** Input for an open shell may be something other than a command. */
const OTHER_SHELL = /^(?:write_|send_to|interactive_)|powershell|pwsh|cmd/i;

const readOnlyApprove: Builtin = {
  name: "read-only-approve",
  summary: "Allows commands and tools that provably only read without asking. No opinion on all others.",
  kind: "approver",
  options: OPTIONS,
  example: { event: "PreToolUse", builtin: "read-only-approve", options: { also: ["make lint"] } },
  events: ["PreToolUse", "PermissionRequest"],
  match: { subject: { kind: "literals", exact: ["Bash", ...Object.keys(READERS)] } },
  guard: false,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { also = [] }) {
    const trusted = (also as readonly string[]).map((line) => line.trim().split(/\s+/));
    return (payload: BasePayload) => (isHarmless(payload, surroundings, trusted) ? allow("It only reads.") : undefined);
  },
};

export default readOnlyApprove;

function isHarmless(
  payload: BasePayload,
  surroundings: Surroundings,
  trusted: readonly (readonly string[])[],
): boolean {
  const { tool_name: tool, tool_input: input, native_tool_name: native } = payload;
  if (!isRecord(input) || LIST_FIELDS.some((field) => input[field] !== undefined)) return false;
  const cwd = resolve(surroundings.cwd, typeof payload.cwd === "string" ? payload.cwd : "");
  if (tool !== "Bash") return readsPlainFile(String(tool), input, { ...surroundings, cwd });
  const { command, run_in_background: background, dangerouslyDisableSandbox: unfenced } = input;
  if (typeof command !== "string" || background === true || unfenced === true) return false;
  if (native !== undefined && OTHER_SHELL.test(String(native))) return false;
  const { home, project, platform } = surroundings;
  if (!onlyReads(command, { cwd, home, project, platform }, trusted)) return false;
  // The guards may know more than this hook.
  return effectsOf(payload, surroundings).effects.every(
    ({ severity, target }) => severity === "ordinary" && target?.sensitive !== true,
  );
}

function readsPlainFile(tool: string, input: JsonObject, { cwd, home }: Surroundings): boolean {
  const fields = Object.hasOwn(READERS, tool) ? READERS[tool]! : undefined;
  if (fields === undefined) return false;
  const links = new Links(cwd);
  return fields.every((field) => {
    const path = input[field];
    if (path === undefined) return true;
    if (typeof path !== "string") return false;
    const full = resolve(cwd, path.replace(/^~(?=\/|$)/, home));
    const end = links.follow(full);
    return end !== undefined && [path, full, end].every((one) => isSensitive(one) === undefined);
  });
}
