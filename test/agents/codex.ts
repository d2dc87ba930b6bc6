import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentDriver } from "./driver.js";
import { openaiResponses } from "./models/openai-responses.js";

export const codex: AgentDriver = {
  name: "codex",
  title: "Codex CLI",
  version: "0.166.0",
  download: { packages: ["@openai/codex@0.166.0"] },
  command: (folder) => [join(folder, "node_modules/.bin/codex")],
  model: openaiResponses,
  shell: (line) => ({ tool: "exec_command", input: { cmd: line } }),
  typing: {
    open: (shell) => ({ tool: "exec_command", input: { cmd: shell, tty: true, yield_time_ms: 1_000 } }),
    type: (chars, body) => ({
      tool: "write_stdin",
      input: { session_id: Number(/session ID (\d+)/.exec(body)?.[1] ?? 0), chars, yield_time_ms: 2_000 },
    }),
  },
  subagent: (prompt) => ({ tool: "multi_agent_v1/spawn_agent", input: { message: prompt } }),
  mcp: {
    call: { tool: "mcp__harbour/leave_mark", input: {} },
    configure(place, [command, ...args], start) {
      const server = `\n[mcp_servers.harbour]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`;
      appendFileSync(join(place.home, ".codex/config.toml"), server);
      return start;
    },
  },
  prepare(place, modelUrl, prompt) {
    const home = join(place.home, ".codex");
    place.write(join(home, "config.toml"), configFor(modelUrl, place.project));
    return {
      // Which hooks may run is what `snaphook trust` is tested for here; Codex's own review needs a person.
      args: ["exec", "--dangerously-bypass-hook-trust", "--skip-git-repo-check", "--json", "-C", place.project, prompt],
      env: { CODEX_HOME: home, SCRIPTED_MODEL_KEY: "sk-dummy" },
    };
  },
};

/**
 * Commands of the script run without its sandbox, which may not start inside a namespace. Plugins would be looked for
 * on the internet at each start.
 */
const configFor = (modelUrl: string, project: string) => `model = "gpt-5.5"
model_provider = "scripted"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "SCRIPTED_MODEL_KEY"
request_max_retries = 0
stream_max_retries = 0

[features]
plugins = false

[projects.${JSON.stringify(project)}]
trust_level = "trusted"

[analytics]
enabled = false

[otel]
metrics_exporter = "none"
`;
