import { join } from "node:path";
import type { ProgramPlace } from "../support/program.js";
import type { AgentDriver } from "./driver.js";
import { geminiContent } from "./models/gemini.js";

export const gemini: AgentDriver = {
  name: "gemini",
  title: "Gemini CLI",
  version: "0.61.0",
  download: { packages: ["@google/gemini-cli@0.61.0"] },
  command: (folder) => [process.execPath, join(folder, "node_modules/@google/gemini-cli/bundle/gemini.js")],
  model: geminiContent,
  shell: (line) => ({ tool: "run_shell_command", input: { command: line } }),
  subagent: (prompt) => ({ tool: "invoke_agent", input: { agent_name: "generalist", prompt } }),
  mcp: {
    call: { tool: "mcp_harbour_leave_mark", input: {} },
    configure(place, [command, ...args], start) {
      writeSettings(place, { mcpServers: { harbour: { command, args } } });
      return start;
    },
  },
  prepare(place, modelUrl, prompt) {
    writeSettings(place, {});
    return {
      // Another model than this one makes it ask first which model to ask.
      args: ["-y", "-m", "gemini-2.5-flash", "-p", prompt],
      env: {
        GEMINI_API_KEY: "dummy",
        GOOGLE_GEMINI_BASE_URL: modelUrl,
        GEMINI_CLI_NO_RELAUNCH: "1",
        GEMINI_CLI_TRUST_WORKSPACE: "true",
      },
    };
  },
};

function writeSettings(place: ProgramPlace, more: object): void {
  place.write(join(place.home, ".gemini/settings.json"), {
    security: { auth: { selectedType: "gemini-api-key" } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    ...more,
  });
}
