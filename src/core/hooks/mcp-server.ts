/**
 * MCP servers as `mcpServers` lists them, in the form that agents share (`.mcp.json`), and the input that a hook sends
 * to a tool. Nothing is evaluated: `${NAME}` is looked up, once.
 */
import { asText, isRecord, type JsonObject } from "../text/json.js";

export interface McpServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Variables of the agent's environment that it gets in addition. */
  readonly passEnv: readonly string[];
  readonly cwd?: string;
  /** Of the user's servers: hooks that came with a project may call it. */
  readonly projects: boolean;
}

export type FoundServer =
  | { readonly server: McpServer }
  | { readonly invalid: string }
  /** The file has no server of that name. */
  | undefined;

/** `file` is the parsed file. */
export function findMcpServer(file: unknown, name: string): FoundServer {
  const servers = isRecord(file) ? file["mcpServers"] : undefined;
  if (!isRecord(servers) || !Object.hasOwn(servers, name)) return undefined;
  return readMcpServer(servers[name]);
}

export function readMcpServer(entry: unknown): NonNullable<FoundServer> {
  if (!isRecord(entry)) return { invalid: "it must be an object" };
  const { type = "stdio", command, args = [], env = {}, passEnv = [], cwd, projects = false } = entry;
  if (type !== "stdio" || "url" in entry)
    return { invalid: "only servers that run as a program are supported (`command`), not those with a `url`" };
  if (typeof command !== "string" || command.trim() === "") return { invalid: "it needs a `command`" };
  if (!isTexts(args)) return { invalid: "`args` must be a list of strings" };
  if (!isTexts(passEnv)) return { invalid: "`passEnv` must be a list of variable names" };
  if (!isRecord(env) || !isTexts(Object.values(env))) return { invalid: "`env` must contain strings" };
  if (cwd !== undefined && typeof cwd !== "string") return { invalid: "`cwd` must be a string" };
  if (typeof projects !== "boolean") return { invalid: "`projects` must be true or false" };
  const values = env as Readonly<Record<string, string>>;
  return { server: { command, args, env: values, passEnv, projects, ...(cwd === undefined ? {} : { cwd }) } };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

const VARIABLE = /\$\{(\w+)(?::-([^}]*))?\}/g;

/** `${NAME}` and `${NAME:-default}`; others become empty. */
export function fillVariables(text: string, lookUp: (name: string) => string | undefined): string {
  return text.replace(VARIABLE, (_, name: string, usual = "") => lookUp(name) ?? usual);
}

/** Names for the folder of the file that defines a server. Equal for the approval and for the start. */
export const FOLDER_NAMES: ReadonlySet<string> = new Set([
  "PWD",
  "CLAUDE_PLUGIN_ROOT",
  "CLAUDE_PROJECT_DIR",
  "SNAPHOOK_PROJECT_DIR",
]);

/** Variables of the agent's environment that a server refers to. */
export function variablesOf({ command, args, env, passEnv, cwd = "" }: McpServer): readonly string[] {
  const texts = [command, ...args, ...Object.values(env), cwd];
  return [...passEnv, ...texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name]) => name!))];
}

const PLACE = /\$\{([\w-]+(?:\.[\w-]+)*)\}/g;
const ONLY_PLACE = /^\$\{([\w-]+(?:\.[\w-]+)*)\}$/;

/**
 * Fills `${tool_input.x}` in the texts of an input. Alone it keeps the type of the value, and a key without a value is
 * left out. Within a text it becomes text, and a missing value is empty.
 */
export function fillInput(input: JsonObject, payload: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(input)
      .map(([key, value]) => [key, fill(value, payload)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function fill(value: unknown, payload: JsonObject): unknown {
  if (Array.isArray(value)) return value.map((one) => fill(one, payload) ?? null);
  if (isRecord(value)) return fillInput(value, payload);
  if (typeof value !== "string") return value;
  const alone = ONLY_PLACE.exec(value)?.[1];
  if (alone !== undefined) return valueAt(payload, alone);
  return value.replace(PLACE, (_, path: string) => {
    const found = valueAt(payload, path);
    return found === undefined || found === null ? "" : asText(found);
  });
}

function valueAt(payload: JsonObject, path: string): unknown {
  let value: unknown = payload;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}
