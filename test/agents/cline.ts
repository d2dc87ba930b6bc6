import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentDriver } from "./driver.js";
import { openaiChat } from "./models/openai-chat.js";

const PROVIDER = "openai-compatible";
const SETTINGS = ".cline/data/settings";
const LEFTOVERS_MS = 10_000;
/** Why a hook ended a run is written to its log and nowhere else, so that is read out after the run. */
const AND_THE_LOG = '"$0" "$@"; code=$?; grep -h ControlledStopError "$HOME/.cline/data/logs/cline.log"; exit $code';

export const cline: AgentDriver = {
  name: "cline",
  title: "Cline",
  version: "3.0.65",
  download: { packages: ["cline@3.0.65"] },
  command: (folder) => ["sh", "-c", AND_THE_LOG, join(folder, "node_modules/.bin/cline")],
  model: openaiChat,
  timeLimitMs: 120_000,
  shell: (line) => ({ tool: "run_commands", input: { commands: [line] } }),
  subagent: (prompt) => ({ tool: "spawn_agent", input: { systemPrompt: "You help.", task: prompt } }),
  prepare(place, modelUrl, prompt) {
    const settings = { provider: PROVIDER, apiKey: "sk-dummy", model: "scripted", baseUrl: `${modelUrl}/v1` };
    const entry = { settings, updatedAt: "2026-01-01T00:00:00.000Z", tokenSource: "manual" };
    place.write(join(place.home, SETTINGS, "providers.json"), {
      version: 1,
      lastUsedProvider: PROVIDER,
      providers: { [PROVIDER]: entry },
    });
    place.write(join(place.home, SETTINGS, "global-settings.json"), { telemetryOptOut: true });
    return {
      // A denied call counts as a mistake of the model, and a few in a row end the run.
      args: ["--retries", "100", prompt],
      // Without "local" it leaves a daemon behind that outlives the run.
      env: { CLINE_SESSION_BACKEND_MODE: "local", CLINE_NO_AUTO_UPDATE: "1" },
    };
  },
  mcp: {
    denyEndsRun: true,
    call: { tool: "harbour__leave_mark", input: {} },
    configure(place, [command, ...args], start) {
      place.write(join(place.home, SETTINGS, "cline_mcp_settings.json"), {
        mcpServers: { harbour: { command, args } },
      });
      return start;
    },
  },
  // Hooks of a run's end are started and not waited for.
  cleanUp({ home }, daemon) {
    const until = Date.now() + LEFTOVERS_MS;
    const others = () => processesOf(home).filter((pid) => pid !== daemon);
    for (let left = others(); left.length > 0; left = others()) {
      if (Date.now() > until) for (const pid of left) end(pid);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  },
};

/** Those that were started with this home; none where the system does not tell. */
function processesOf(home: string): number[] {
  const isOf = (pid: string) => readIfAny(`/proc/${pid}/environ`).split("\0").includes(`HOME=${home}`);
  return listIfAny("/proc")
    .filter((name) => /^\d+$/.test(name) && isOf(name))
    .map(Number);
}

function listIfAny(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readIfAny(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // it has ended, or is somebody else's
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended by itself
  }
}
