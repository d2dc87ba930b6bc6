/**
 * Where the servers of `mcp_tool` hooks are defined: the user's `mcp.json`, and for hooks of a project or plugin the file
 * that came with them, which their approval covers. A project's hook gets a server of the user's only if that allows it.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Failure } from "../../core/decision/failure.js";
import type { AdmittedHook } from "../../core/hooks/admission.js";
import { mayGetVariable, NO_GRANTS, needsGrant, type Reach } from "../../core/hooks/grants.js";
import type { McpToolRun, SourceRef } from "../../core/hooks/hook.js";
import {
  FOLDER_NAMES,
  type FoundServer,
  fillVariables,
  findMcpServer,
  type McpServer,
  variablesOf,
} from "../../core/hooks/mcp-server.js";
import { type Environment, isAllowed, withSafePath } from "../../executors/environment.js";
import type { ServerLaunch } from "../../executors/mcp/stdio-transport.js";
import type { AppPaths } from "../platform/paths.js";

export interface FindServerOptions {
  readonly places: Pick<AppPaths, "config" | "home">;
  readonly environment: Environment;
  readonly reach?: Reach | undefined;
}

/** A server serves many sessions: what differs between them would start it again for each. */
const OF_A_SESSION = /^(?:PWD|TERM|SNAPHOOK_(?!DEPTH$).*)$/;

export function mcpFile({ config }: Pick<AppPaths, "config">): string {
  return join(config, "mcp.json");
}

export async function findServer(
  hook: Pick<AdmittedHook, "run" | "source">,
  { places, environment, reach = NO_GRANTS }: FindServerOptions,
): Promise<ServerLaunch | { readonly failure: Failure }> {
  const run = hook.run as McpToolRun;
  const found = await definitionOf(run, hook.source, places);
  if ("failure" in found) return found;
  const { server, folder } = found;
  const safe = withSafePath(environment, reach.root);
  const may = (name: string) => mayGetVariable(name, hook.source.level, reach);
  const named = (name: string) => (FOLDER_NAMES.has(name) ? folder : may(name) ? safe[name] : undefined);
  const fill = (text: string) => fillVariables(text, named);
  const usual = Object.entries(safe).filter(([name]) => isAllowed(name) && !OF_A_SESSION.test(name));
  const passed = server.passEnv.filter(may).map((name) => [name, safe[name]] as const);
  const own = Object.entries(server.env).map(([name, value]) => [name, fill(value)] as const);
  const env = Object.fromEntries([...usual, ...passed, ...own].filter(([, value]) => value !== undefined));
  const cwd = server.cwd === undefined ? folder : resolve(folder, fill(server.cwd).replace(/^~(?=\/|$)/, places.home));
  return { command: fill(server.command), args: server.args.map(fill), cwd, env: env as Record<string, string> };
}

/** Names of the agent's variables that it needs. */
export async function serverVariables(
  { run, source }: Pick<AdmittedHook, "run" | "source">,
  { places, reach = NO_GRANTS }: Omit<FindServerOptions, "environment">,
): Promise<readonly string[]> {
  const found = await definitionOf(run as McpToolRun, source, places);
  if ("failure" in found) return [];
  return variablesOf(found.server).filter(
    (name) => !FOLDER_NAMES.has(name) && mayGetVariable(name, source.level, reach),
  );
}

interface Definition {
  readonly server: McpServer;
  readonly folder: string;
}

async function definitionOf(
  { server: name, definedIn }: McpToolRun,
  source: SourceRef,
  places: FindServerOptions["places"],
): Promise<Definition | { readonly failure: Failure }> {
  const path = mcpFile(places);
  if (definedIn !== undefined) {
    const found = await readServers(definedIn.file, name, strict);
    if (found !== undefined) return check(found, name, definedIn.file, definedIn.folder);
  }
  const found = await readServers(path, name, withComments);
  if (found === undefined) return unknown(`there is no MCP server "${name}" in ${definedIn?.file ?? path}`);
  if (needsGrant(source.level) && "server" in found && !found.server.projects)
    return unknown(
      `its MCP server "${name}" of ${path} is not for hooks of projects (\`"projects": true\` changes that)`,
    );
  return check(found, name, path, places.home);
}

function check(found: NonNullable<FoundServer>, name: string, file: string, folder: string) {
  return "server" in found
    ? { server: found.server, folder }
    : unknown(`MCP server "${name}" in ${file}: ${found.invalid}`);
}

type Parse = (text: string, path: string) => unknown;

/** As the approval reads it (sources/coverage): what only one of them understood would not be covered. */
const strict: Parse = (text) => JSON.parse(text);

const withComments: Parse = async (text, path) => {
  const { parseConfigText } = await import("../../sources/read/config-text.js");
  const { value, findings } = parseConfigText(path, text);
  if (value === undefined) throw new Error(findings[0]?.message ?? "it is empty");
  return value;
};

async function readServers(path: string, name: string, parse: Parse): Promise<FoundServer> {
  try {
    return findMcpServer(await parse(readFileSync(path, "utf8"), path), name);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? undefined : { invalid: `the file cannot be read (${code ?? message})` };
  }
}

function unknown(message: string): { readonly failure: Failure } {
  return { failure: { cause: "mcp-unknown", message } };
}
