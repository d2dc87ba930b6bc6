import { join } from "node:path";
import type { ProgramPlace } from "../support/program.js";
import type { AgentDriver } from "./driver.js";
import { openaiChat } from "./models/openai-chat.js";

/** `root` is where the package is in the folder it was installed to. */
export function piDriver(version: string, download: AgentDriver["download"], root: string): AgentDriver {
  return {
    name: "pi",
    title: "Pi",
    version,
    download,
    node22: true,
    command: (folder) => ["node", join(folder, root, "dist/bundle/cli.js")],
    model: openaiChat,
    shell: (line) => ({ tool: "bash", input: { command: line } }),
    prepare(place, modelUrl, prompt, folder) {
      place.write(agentFile(place, "models.json"), modelsFor(modelUrl));
      place.write(agentFile(place, "agents/helper.md"), HELPER);
      // Pi's own example of subagents, each of them one more process of Pi.
      const subagents = join(folder, root, "examples/extensions/subagent/index.ts");
      return {
        // A project's extensions are only loaded in a project that is trusted.
        args: ["--approve", "-e", subagents, "--model", "scripted/scripted-model", "-p", prompt],
        env: { PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" },
      };
    },
    subagent: (prompt) => ({ tool: "subagent", input: { agent: "helper", task: prompt } }),
  };
}

export const pi: AgentDriver = {
  // Some of its dependencies are not in the registry; its bundle needs these two.
  ...piDriver(
    "1.5.0",
    { tarball: "@earendil-works/pi-coding-agent@1.5.0", packages: ["jiti@2.7.0", "typebox@1.3.27"] },
    "package",
  ),
  mcp: {
    call: { tool: "mcp__harbour__leave_mark", input: {} },
    configure(place, [command, ...args], start) {
      const harbour = { command, args, exposure: "direct" };
      place.write(agentFile(place, "mcp.json"), { mcpServers: { harbour } });
      return start;
    },
  },
};

const HELPER =
  "---\nname: helper\ndescription: Does a part of the work.\nmodel: scripted/scripted-model\n---\nDo your part.\n";

const agentFile = (place: ProgramPlace, name: string) => join(place.home, ".pi/agent", name);

const modelsFor = (modelUrl: string) => ({
  providers: {
    scripted: {
      baseUrl: `${modelUrl}/v1`,
      apiKey: "dummy",
      api: "openai-completions",
      models: [
        {
          id: "scripted-model",
          name: "Scripted",
          reasoning: false,
          input: ["text"],
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
          contextWindow: 128_000,
          maxTokens: 4096,
        },
      ],
    },
  },
});
