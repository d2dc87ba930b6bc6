/** What the measurement inside released agents takes from the suite that drives them. */
import { claudeCode } from "../../test/agents/claude-code.js";
import { codex } from "../../test/agents/codex.js";
import { copilot } from "../../test/agents/copilot.js";
import { gemini } from "../../test/agents/gemini.js";
import { opencode } from "../../test/agents/opencode.js";
import { pi } from "../../test/agents/pi.js";

export { installAgent, installNode22 } from "../../test/agents/install-agent.js";
export { ScriptedModel } from "../../test/agents/models/scripted-model.js";
export { runAgent } from "../../test/agents/run-agent.js";

export const DRIVERS = Object.fromEntries(
  [claudeCode, codex, copilot, gemini, opencode, pi].map((driver) => [driver.name, driver]),
);
