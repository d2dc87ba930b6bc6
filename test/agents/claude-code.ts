import { join } from "node:path";
import { type AgentDriver, install } from "./driver.js";
import { anthropicMessages } from "./models/anthropic-messages.js";

export const claudeCode: AgentDriver = {
  name: "claude-code",
  title: "Claude Code",
  package: "@anthropic-ai/claude-code",
  version: "2.1.325",
  program: "claude",
  model: anthropicMessages,
  shell: (line) => ({ tool: "Bash", input: { command: line } }),
  prepare(place, modelUrl, prompt) {
    const config = { CLAUDE_CONFIG_DIR: join(place.home, ".claude") };
    install(place, "claude-code", config);
    return {
      args: ["-p", prompt, "--allowedTools", "Bash"],
      env: {
        ...config,
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
