import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type AgentDriver, snaphook } from "./driver.js";
import { openaiChat } from "./models/openai-chat.js";

export const copilot: AgentDriver = {
  name: "copilot",
  title: "GitHub Copilot CLI",
  version: "1.0.102",
  download: { packages: ["@github/copilot@1.0.102"] },
  command: (folder) => [join(folder, "node_modules/.bin/copilot")],
  model: openaiChat,
  shell: (line) => ({ tool: "bash", input: { command: line, description: "as the script says" } }),
  subagent: (prompt) => ({
    tool: "task",
    input: { agent_type: "general-purpose", name: "helper", description: "a part of it", prompt, mode: "sync" },
  }),
  mcp: {
    call: { tool: "harbour-leave_mark", input: {} },
    configure(place, [command, ...args], start) {
      const harbour = { type: "local", command, args, tools: ["*"] };
      place.write(join(place.home, ".copilot/mcp-config.json"), { mcpServers: { harbour } });
      return start;
    },
  },
  prepare(place, modelUrl, prompt, folder) {
    shareUnpacked(place.env["XDG_CACHE_HOME"]!, folder);
    return {
      // A command that names a file elsewhere would be asked about, and there is nobody to ask.
      args: ["-p", prompt, "--allow-all-tools", "--allow-all-paths", "--trust-folder"],
      env: {
        COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
        COPILOT_PROVIDER_TYPE: "openai",
        COPILOT_PROVIDER_API_KEY: "dummy",
        COPILOT_MODEL: "gpt-4.1",
        COPILOT_OFFLINE: "true",
        COPILOT_AUTO_UPDATE: "false",
      },
    };
  },
  /** Copilot reads Claude Code's settings of a project too. */
  wireAgain: (place, env) => snaphook(place, ["install", "claude-code", "--project"], env),
};

/** Copilot unpacks 235 MB into a new cache folder at its first start; once for all runs is enough. */
function shareUnpacked(cache: string, folder: string): void {
  const shared = join(folder, "unpacked");
  for (const made of [shared, cache]) mkdirSync(made, { recursive: true });
  symlinkSync(shared, join(cache, "copilot"));
}
