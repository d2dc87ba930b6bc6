import { join } from "node:path";
import type { AgentDriver } from "./driver.js";
import { anthropicMessages } from "./models/anthropic-messages.js";

export const claudeCode: AgentDriver = {
  name: "claude-code",
  title: "Claude Code",
  version: "2.1.325",
  download: { packages: ["@anthropic-ai/claude-code@2.1.325"] },
  command: (folder) => [join(folder, "node_modules/.bin/claude")],
  model: anthropicMessages,
  // As root it refuses this mode unless it is said to be in a sandbox.
  permissive: { args: ["--permission-mode", "bypassPermissions"], env: { IS_SANDBOX: "1" } },
  attended: { CLAUDE_CODE_SESSION_ATTENDED: "1" },
  shell: (line) => ({ tool: "Bash", input: { command: line } }),
  subagent: (prompt) => ({
    tool: "Agent",
    input: { description: "a part of the work", subagent_type: "general-purpose", prompt },
  }),
  mcp: {
    call: { tool: "mcp__harbour__leave_mark", input: {} },
    configure(place, [command, ...args], start) {
      const file = place.write(join(place.root, "mcp.json"), { mcpServers: { harbour: { command, args } } });
      return { ...start, args: [...start.args, "--mcp-config", file] };
    },
  },
  prepare: (place, modelUrl, prompt) => ({
    args: ["-p", prompt, "--allowedTools", "Bash,Agent,mcp__harbour__leave_mark"],
    env: {
      CLAUDE_CONFIG_DIR: join(place.home, ".claude"),
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: "sk-dummy",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_ERROR_REPORTING: "1",
    },
  }),
};
