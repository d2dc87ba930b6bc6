import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "../architecture/source-tree.js";
import { type AgentDriver, snaphook } from "./driver.js";
import { anthropicMessages } from "./models/anthropic-messages.js";

const PROGRAM = fileURLToPath(new URL("agent-sdk-program.mjs", import.meta.url));

export const claudeAgentSdk: AgentDriver = {
  name: "claude-agent-sdk",
  title: "Claude Agent SDK",
  version: "0.3.325",
  download: { packages: ["@anthropic-ai/claude-agent-sdk@0.3.325"] },
  embedded: true,
  command: (folder) => [
    process.execPath,
    PROGRAM,
    join(folder, "node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs"),
    join(ROOT, "dist/claude-agent-sdk.js"),
  ],
  model: anthropicMessages,
  permissive: { args: [], env: { PERMISSION_MODE: "bypassPermissions", IS_SANDBOX: "1" } },
  shell: (line) => ({ tool: "Bash", input: { command: line } }),
  subagent: (prompt) => ({
    tool: "Agent",
    input: { description: "a part of the work", subagent_type: "general-purpose", prompt },
  }),
  mcp: {
    call: { tool: "mcp__harbour__leave_mark", input: {} },
    configure: (_place, [command, ...args], start) => ({
      ...start,
      args: [...start.args, JSON.stringify({ harbour: { command, args } })],
    }),
  },
  // The Claude Code that the SDK runs reads the person's settings as well.
  wireAgain: (place, env) => snaphook(place, ["install", "claude-code"], env),
  prepare: (place, modelUrl, prompt) => ({
    args: [prompt],
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
