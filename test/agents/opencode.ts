import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ProgramPlace } from "../support/program.js";
import type { AgentDriver } from "./driver.js";
import { openaiChat } from "./models/openai-chat.js";

const VERSION = "1.18.33";

export const opencode: AgentDriver = {
  name: "opencode",
  title: "OpenCode",
  version: VERSION,
  download: { packages: [`opencode-ai@${VERSION}`, `@opencode-ai/plugin@${VERSION}`] },
  command: (folder) => [join(folder, "node_modules/.bin/opencode")],
  model: openaiChat,
  timeLimitMs: 120_000,
  shell: (line) => ({ tool: "bash", input: { command: line, description: "Runs what the script says" } }),
  subagent: (prompt) => ({ tool: "task", input: { description: "A part", prompt, subagent_type: "general" } }),
  mcp: {
    call: { tool: "harbour_leave_mark", input: {} },
    configure(place, server, start) {
      const file = configFile(place);
      const config = JSON.parse(place.read(file)) as object;
      place.write(file, { ...config, mcp: { harbour: { type: "local", command: server, enabled: true } } });
      return start;
    },
  },
  prepare(place, modelUrl, prompt, folder) {
    place.write(configFile(place), configFor(modelUrl));
    for (const config of [join(place.root, "config/opencode"), join(place.project, ".opencode")])
      withPluginPackage(config, folder);
    return {
      args: ["run", prompt],
      env: {
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
        OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      },
    };
  },
};

const configFile = (place: ProgramPlace) => join(place.root, "config/opencode/opencode.json");

/** OpenCode installs this package into every config folder before it loads plugins, unless it is there. */
function withPluginPackage(config: string, folder: string): void {
  mkdirSync(config, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(folder, file), join(config, file));
  symlinkSync(join(folder, "node_modules"), join(config, "node_modules"));
}

const configFor = (modelUrl: string) => ({
  autoupdate: false,
  share: "disabled",
  model: "scripted/model",
  small_model: "scripted/model",
  provider: {
    scripted: {
      npm: "@ai-sdk/openai-compatible",
      name: "Scripted",
      options: { baseURL: `${modelUrl}/v1`, apiKey: "sk-dummy" },
      models: { model: { name: "Scripted", limit: { context: 128_000, output: 4_096 } } },
    },
  },
});
