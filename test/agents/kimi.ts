import { join } from "node:path";
import type { AgentDriver } from "./driver.js";
import { openaiChat } from "./models/openai-chat.js";

const HOME = ".kimi-code";

export const kimi: AgentDriver = {
  name: "kimi",
  title: "Kimi Code",
  version: "2.1.0",
  download: { packages: ["@moonshot-ai/kimi-code@2.1.0"] },
  node22: true,
  command: (folder) => ["node", join(folder, "node_modules/@moonshot-ai/kimi-code/dist/main.mjs")],
  model: openaiChat,
  stopCap: 1,
  shell: (line) => ({ tool: "Bash", input: { command: line } }),
  subagent: (prompt) => ({ tool: "Agent", input: { prompt, description: "a part", subagent_type: "coder" } }),
  prepare(place, modelUrl, prompt) {
    place.write(join(place.home, HOME, "config.toml"), configFor(modelUrl));
    return { args: ["-p", prompt], env: { KIMI_DISABLE_TELEMETRY: "1", KIMI_CODE_NO_AUTO_UPDATE: "1" } };
  },
  mcp: {
    call: { tool: "mcp__harbour__leave_mark", input: {} },
    configure(place, [command, ...args], start) {
      place.write(join(place.home, HOME, "mcp.json"), { mcpServers: { harbour: { command, args } } });
      return start;
    },
  },
};

const configFor = (modelUrl: string) => `# comments stay
default_model = "scripted"
telemetry = false

[providers.scripted]
type = "openai"
base_url = "${modelUrl}/v1"
api_key = "sk-dummy"

[models.scripted]
provider = "scripted"
model = "scripted"
max_context_size = 200000
`;
