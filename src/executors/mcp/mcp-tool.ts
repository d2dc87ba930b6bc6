/** Calls a tool of an MCP server, and reads its text like a command's stdout (HT-11). */
import type { Failure } from "../../core/decision/failure.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { AdmittedHook } from "../../core/hooks/admission.js";
import type { CoveredFile, HookContext, McpToolRun } from "../../core/hooks/hook.js";
import { fillInput } from "../../core/hooks/mcp-server.js";
import type { Executor, HookResult, Profiles } from "../../core/ports.js";
import { canonicalJson, parseObject } from "../../core/text/json.js";
import { type OpenServer, type ServerConnection, ServerPool } from "./server-pool.js";
import type { ServerLaunch } from "./stdio-transport.js";

export interface McpToolOptions {
  /** Connections that outlive this executor (default: its own, which it closes). */
  readonly pool?: ServerPool | undefined;
  /** How the hook's server is started. */
  findServer(hook: AdmittedHook): Promise<ServerLaunch | { readonly failure: Failure }>;
  connect(launch: ServerLaunch): Promise<OpenServer>;
  /** Returns the first of these files that differs from its approval. */
  findChangedFile(files: readonly CoveredFile[]): Promise<string | undefined>;
}

export function mcpToolExecutor(profiles: Profiles, options: McpToolOptions): Executor {
  const own = new ServerPool();
  return {
    type: "mcp_tool",
    run: (hook, event, context) => callTool(hook, event, context, profiles, { ...options, pool: options.pool ?? own }),
    read: (raw) => raw as HookResult,
    close: () => own.close(),
  };
}

async function callTool(
  hook: AdmittedHook,
  event: HookEvent,
  { signal }: HookContext,
  profiles: Profiles,
  { pool, findServer, connect, findChangedFile }: McpToolOptions & { readonly pool: ServerPool },
): Promise<HookResult> {
  const profile = profiles[hook.dialect];
  if (profile === undefined) return failed("broken", `its dialect "${hook.dialect}" is unknown`);
  const { server, tool, input = {} } = hook.run as McpToolRun;
  const payload = parseObject(profile.encode(event, hook).stdin) ?? {};
  const launch = await findServer(hook);
  if ("failure" in launch) return { ok: false, failure: launch.failure };
  const changed = hook.covers === undefined ? undefined : await findChangedFile(hook.covers);
  if (changed !== undefined) return failed("changed", `${changed} differs from its approval`);
  const open = await connect(launch);
  // A server that was approved again with other files is another one.
  const key = canonicalJson([launch, hook.covers?.map(({ path, sha256 }) => [path, sha256]) ?? null]);
  const call = async (connection: ServerConnection): Promise<HookResult> => {
    const reply = await connection.callTool(tool, fillInput(input, payload), signal);
    if ("failure" in reply) return { ok: false, failure: named(reply.failure, server), process: trace("", connection) };
    const shown = trace(reply.text, connection);
    const fail = (message: string): HookResult => ({ ...failed("mcp-failed", message), process: shown });
    if (reply.isError) return fail(`its tool ${server}/${tool} reports an error: ${firstLine(reply.text)}`);
    if (reply.isUnread) return fail(`its tool ${server}/${tool} answered without text`);
    return profile.interpret({ ...shown, exitCode: 0, stderr: "" }, event, hook);
  };
  const result = await pool.use(key, open, signal, call);
  return "failure" in result && !("ok" in result) ? { ok: false, failure: named(result.failure, server) } : result;
}

function trace(stdout: string, { stderr }: ServerConnection) {
  return { exitCode: null, signal: null, stdout, stderr };
}

function named({ cause, message }: Failure, server: string): Failure {
  return cause === "mcp-failed"
    ? { cause, message: `its MCP server "${server}" failed: ${message}` }
    : { cause, message };
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0]!.slice(0, 300) || "no text";
}

function failed(cause: Failure["cause"], message: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { cause, message } };
}
