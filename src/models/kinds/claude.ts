/** The installed `claude`: one turn without tools, or as an agent that reads files; no hooks, MCP servers or session. */
import { isRecord, parseObject } from "../../core/text/json.js";
import type { ModelKind } from "../contract.js";
import { notReached, programFailure } from "../failures.js";
import { ANTHROPIC_INPUT, readUsage } from "../read-usage.js";

const ALONE = ["--safe-mode", "--strict-mcp-config", "--no-session-persistence"];
/** In the working directory; reading elsewhere would have to be permitted. */
const READING = "Read,Grep,Glob";

const claude: ModelKind = {
  overheadTokens: 4_000,
  readingTokens: 40_000,
  async ask({ settings, system, text, schema, folder, signal }, transport) {
    const model = settings.model === undefined ? [] : ["--model", settings.model];
    const format = [
      "--output-format",
      "json",
      ...(settings.structured ? ["--json-schema", JSON.stringify(schema)] : []),
    ];
    const ran = await transport.run({
      program: settings.program ?? "claude",
      args: [
        "-p",
        ...ALONE,
        "--tools",
        folder === undefined ? "" : READING,
        ...format,
        "--system-prompt",
        system,
        ...model,
        ...settings.args,
      ],
      folder,
      stdin: text,
      passEnv: settings.passEnv,
      signal,
    });
    if ("failure" in ran) return notReached(ran);
    const result = parseObject(ran.stdout.trim());
    if (result === undefined || ran.exitCode !== 0 || result["is_error"] === true)
      return programFailure("claude", ran, result?.["result"]);
    const usage = readUsage(result["usage"], ANTHROPIC_INPUT, "output_tokens");
    const structured = result["structured_output"];
    const usd = result["total_cost_usd"];
    return {
      ok: true,
      text: isRecord(structured) ? JSON.stringify(structured) : String(result["result"] ?? ""),
      usage: usage && { ...usage, ...(typeof usd === "number" && usd >= 0 ? { usd } : {}) },
    };
  },
};

export default claude;
