import { join } from "node:path";
import { PROGRAM } from "../support/program.js";
import { type AgentDriver, EVENTS } from "./driver.js";
import { anthropicMessages } from "./models/anthropic-messages.js";

const command = (event: string) => `"${process.execPath}" "${PROGRAM}" hook claude-code ${event}`;

export const claudeCode: AgentDriver = {
  name: "claude-code",
  title: "Claude Code",
  package: "@anthropic-ai/claude-code",
  version: "2.1.325",
  program: "claude",
  model: anthropicMessages,
  shell: (line) => ({ tool: "Bash", input: { command: line } }),
  prepare(place, modelUrl, prompt) {
    const settings = place.write(join(place.root, "claude-settings.json"), {
      hooks: Object.fromEntries(
        EVENTS.map((event) => [event, [{ hooks: [{ type: "command", command: command(event) }] }]]),
      ),
    });
    return {
      args: ["-p", prompt, "--settings", settings, "--allowedTools", "Bash"],
      env: {
        CLAUDE_CONFIG_DIR: join(place.home, ".claude"),
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: "sk-dummy",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_TELEMETRY: "1",
        DISABLE_AUTOUPDATER: "1",
        DISABLE_ERROR_REPORTING: "1",
      },
    };
  },
};
