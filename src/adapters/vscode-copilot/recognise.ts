/**
 * VS Code also reads Claude Code's settings and the hook files of GitHub Copilot CLI. Its payloads have the time as a
 * string: Claude Code sends none, Copilot sends a number or runs the hook with its own variables. VSCODE_PID is not
 * enough: everything started inside the editor inherits it, including Claude Code.
 */
import type { Sender } from "../contract.js";

const READS: readonly string[] = ["claude-code", "copilot"];

const isVsCode: Sender = (payload, environment, named) =>
  READS.includes(named) &&
  typeof payload["timestamp"] === "string" &&
  typeof (payload["hookEventName"] ?? payload["hook_event_name"]) === "string" &&
  payload["permission_mode"] === undefined &&
  environment["COPILOT_PROJECT_DIR"] === undefined;

export default isVsCode;
