/** Parses what a hook entry runs: `type` and its fields. */
import { isAbsolute, join, resolve } from "node:path";
import type { CommandRun, McpToolRun, RunSpec } from "../../core/hooks/hook.js";
import { callsSnaphook, isLauncherCommand } from "../../core/hooks/own-command.js";
import { asText, isRecord, type JsonObject } from "../../core/text/json.js";
import type { Files, Scope } from "../contract.js";
import { staysInside } from "../trust/confine.js";
import type { FieldPath } from "./config-text.js";
import type { Draft } from "./draft.js";

export interface RunRules {
  /** Working directory of the hook's process (default: the event's directory). */
  readonly cwd?: string;
  /** Variables substituted in the command text, as in plugin systems (`CLAUDE_PLUGIN_ROOT`). */
  readonly expand?: Readonly<Record<string, string>>;
  /** To check that scripts exist. */
  readonly files?: Files;
  /** Directory of a plugin: its scripts must be inside (SE-12). */
  readonly inside?: string;
  /** Where the MCP servers of its hooks are defined (default: in the user's own file). */
  readonly servers?: McpToolRun["definedIn"];
}

/** What comes with a project or plugin names the servers of its own hooks, as agents read it. */
export function serversOf(scope: Scope, folder: string): Pick<RunRules, "servers"> {
  const isOwn = scope === "user" || scope === "managed";
  return isOwn ? {} : { servers: { file: join(folder, ".mcp.json"), folder } };
}

export function readRun(draft: Draft, entry: JsonObject, at: FieldPath, rules: RunRules): RunSpec | undefined {
  const type = entry["type"] ?? "command";
  const need = (field: string): string | undefined => {
    const value = entry[field];
    if (typeof value === "string" && value.trim() !== "") return value;
    const problem = value === undefined ? "has no" : "needs a string in";
    draft.report("HOOK_FIELD_MISSING", `a hook of type "${asText(type)}" ${problem} \`${field}\``, at);
    return undefined;
  };
  switch (type) {
    case "command":
      return readCommand(draft, entry, at, rules, need("command"));
    case "http": {
      const url = need("url");
      return url === undefined ? undefined : readHttp(draft, entry, at, url);
    }
    case "prompt": {
      const prompt = need("prompt");
      return prompt === undefined ? undefined : { type: "prompt", prompt, ...textFields(entry, "model") };
    }
    case "agent": {
      if (typeof entry["agent"] !== "string" && need("prompt") === undefined) return undefined;
      return { type: "agent", ...textFields(entry, "prompt", "agent", "model") };
    }
    case "mcp_tool": {
      const server = need("server");
      const tool = need("tool");
      if (server === undefined || tool === undefined) return undefined;
      return {
        type: "mcp_tool",
        server,
        tool,
        ...(isRecord(entry["input"]) ? { input: entry["input"] } : {}),
        ...(rules.servers === undefined ? {} : { definedIn: rules.servers }),
      };
    }
    default:
      draft.report("HOOK_TYPE_UNKNOWN", `Unknown hook type "${asText(type)}"; the hook is skipped`, [...at, "type"]);
      return undefined;
  }
}

function readCommand(
  draft: Draft,
  entry: JsonObject,
  at: FieldPath,
  rules: RunRules,
  command: string | undefined,
): CommandRun | undefined {
  if (command === undefined) return undefined;
  const args = entry["args"];
  if (args !== undefined && !(Array.isArray(args) && args.every((arg) => typeof arg === "string"))) {
    draft.report("CONFIG_TYPE", "`args` must be a list of strings", [...at, "args"]);
    return undefined;
  }
  if (isLauncherCommand(command)) return undefined; // written by `install`: how the agent calls us, not a hook
  if (callsSnaphook(command)) {
    draft.report(
      "CONFIG_OWN_ENTRY",
      "this entry calls Snaphook itself and would start it endlessly; it is skipped",
      at,
    );
    return undefined;
  }
  const expanded = expand(command, rules.expand);
  const cwd = typeof entry["cwd"] === "string" ? resolve(rules.cwd ?? ".", entry["cwd"]) : rules.cwd;
  const { files, inside } = rules;
  const script = files && scriptOf(expanded, cwd, files);
  if (files && script && inside && isNamedIn(inside, script) && !staysInside(files, inside, script.path)) {
    draft.report("HOOK_SCRIPT_OUTSIDE", `the script ${script.word} leads out of ${inside}`, at);
    return undefined;
  }
  if (files && script && !files.exists(script.path))
    draft.report("HOOK_SCRIPT_MISSING", `the script ${script.path} does not exist`, at);
  return {
    type: "command",
    command: script?.program ? script.path : expanded,
    ...(args === undefined ? {} : { args: args.map((arg: string) => expand(arg, rules.expand)) }),
    ...(entry["exec"] === true || script?.program ? { exec: true } : {}),
    ...textFields(entry, "shell"),
    ...(cwd === undefined ? {} : { cwd }),
    ...(isRecord(entry["env"]) ? { env: textValues(entry["env"]) } : {}),
    ...namesField(entry, "passEnv"),
    ...(entry["inheritEnv"] === true ? { inheritEnv: true } : {}),
    ...(typeof entry["stdoutLimit"] === "number" ? { stdoutLimit: entry["stdoutLimit"] } : {}),
  };
}

function readHttp(draft: Draft, entry: JsonObject, at: FieldPath, url: string): RunSpec | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    draft.report("HOOK_FIELD_INVALID", `"${url}" is not an http or https URL`, [...at, "url"]);
    return undefined;
  }
  if (parsed.username !== "" || parsed.password !== "") {
    draft.report("HOOK_FIELD_INVALID", "a URL must not contain credentials; use `headers` with `passEnv`", [
      ...at,
      "url",
    ]);
    return undefined;
  }
  return {
    type: "http",
    url,
    ...(isRecord(entry["headers"]) ? { headers: textValues(entry["headers"]) } : {}),
    ...namesField(entry, "passEnv"),
    ...(Array.isArray(entry["allowedEnvVars"])
      ? { passEnv: entry["allowedEnvVars"].filter((name) => typeof name === "string") }
      : {}),
    ...(entry["followRedirects"] === true ? { followRedirects: true } : {}),
    ...(typeof entry["bodyLimit"] === "number" ? { bodyLimit: entry["bodyLimit"] } : {}),
  };
}

interface NamedScript {
  /** As written. */
  readonly word: string;
  readonly path: string;
  /** The whole command is this path, with characters that a shell would interpret: run it without one (EX-04). */
  readonly program?: boolean;
}

/** The obvious script of a command: a path that is all of it, its first word, or the word after an interpreter. */
function scriptOf(command: string, cwd: string | undefined, files: Files): NamedScript | undefined {
  const locate = (word: string) => (isAbsolute(word) ? word : cwd === undefined ? undefined : resolve(cwd, word));
  const whole = command.trim();
  const wholePath = /[^\w@%+=:,./-]/.test(whole) && whole.includes("/") ? locate(whole) : undefined;
  if (wholePath !== undefined && files.exists(wholePath)) return { word: whole, path: wholePath, program: true };
  const [first = "", second = ""] = whole.replace(/["']/g, "").split(/\s+/);
  const word = /^(node|bash|sh|python3?|deno|bun|ruby|perl)$/.test(first) ? second : first;
  const path = /^(?!-)[\w@.+-]*\/[\w@%+=:,./-]+$/.test(word) ? locate(word) : undefined;
  return path === undefined ? undefined : { word, path };
}

/** True if the script must be inside the directory; a program elsewhere on the machine is not. */
function isNamedIn(folder: string, { word }: NamedScript): boolean {
  return !isAbsolute(word) || word.startsWith(`${folder}/`);
}

function expand(text: string, variables: Readonly<Record<string, string>> | undefined): string {
  if (variables === undefined) return text;
  return text.replace(/\$\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole);
}

function textFields<K extends string>(entry: JsonObject, ...names: K[]): { [N in K]?: string } {
  return Object.fromEntries(
    names.filter((name) => typeof entry[name] === "string").map((name) => [name, entry[name]]),
  ) as { [N in K]?: string };
}

function namesField(entry: JsonObject, field: "passEnv"): { passEnv?: string[] } {
  const value = entry[field];
  return Array.isArray(value) ? { [field]: value.filter((name): name is string => typeof name === "string") } : {};
}

function textValues(record: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}
