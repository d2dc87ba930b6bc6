/**
 * Copilot also reads Claude Code's settings of a project, and every file in `.github/hooks`. COPILOT_CLI alone is not
 * enough: an agent started by Copilot's shell inherits it. Only Copilot's hooks receive the project directory, and only
 * its payloads carry the time there.
 */
import type { Sender } from "../contract.js";

const READS: readonly string[] = ["claude-code", "vscode-copilot"];

const isCopilot: Sender = (payload, environment, named) =>
  READS.includes(named) &&
  environment["COPILOT_CLI"] !== undefined &&
  environment["COPILOT_PROJECT_DIR"] !== undefined &&
  payload["timestamp"] !== undefined;

export default isCopilot;
