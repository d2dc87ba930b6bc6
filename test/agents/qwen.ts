import { join } from "node:path";
import type { ProgramPlace } from "../support/program.js";
import type { AgentDriver } from "./driver.js";
import { openaiChat } from "./models/openai-chat.js";

const SETTINGS = {
  security: { auth: { selectedType: "openai" } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
  // They would talk to the model on their own after each turn.
  memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
  // Its own cap lets a stop hook go on once less than ours; this shows that ours holds.
  stopHookBlockingCap: 20,
};

export const qwen: AgentDriver = {
  name: "qwen",
  title: "Qwen Code",
  version: "0.24.4",
  download: { packages: ["@qwen-code/qwen-code@0.24.4"] },
  node22: true,
  timeLimitMs: 150_000,
  command: (folder) => [join(folder, "node_modules/.bin/qwen")],
  model: openaiChat,
  shell: (line) => ({ tool: "run_shell_command", input: { command: line, is_background: false } }),
  subagent: (prompt) => ({
    tool: "agent",
    input: { description: "a part", prompt, subagent_type: "general-purpose", run_in_background: false },
  }),
  mcp: {
    call: { tool: "mcp__harbour__leave_mark", input: {} },
    configure(place, [command, ...args], start) {
      writeSettings(place, { mcpServers: { harbour: { command, args } } });
      return start;
    },
  },
  prepare(place, modelUrl, prompt) {
    writeSettings(place, {});
    return {
      args: ["--yolo", "-p", prompt],
      env: { OPENAI_API_KEY: "sk-dummy", OPENAI_BASE_URL: `${modelUrl}/v1`, OPENAI_MODEL: "scripted" },
    };
  },
};

function writeSettings(place: ProgramPlace, more: object): void {
  place.write(join(place.home, ".qwen/settings.json"), { ...SETTINGS, ...more });
}
