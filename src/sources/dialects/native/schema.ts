/**
 * The native format as a schema: the one place that says which keys exist, what they mean and in which scopes
 * they may be set. Validation, the JSON schema, editor completion and the docs page all come from here.
 */
import { z } from "zod";
import type { Scope } from "../../contract.js";

const EVERYWHERE: readonly Scope[] = ["managed", "user", "project", "plugin"];
const OWNER_ONLY: readonly Scope[] = ["managed", "user"];
const MANAGED_ONLY: readonly Scope[] = ["managed"];

/** Adds what the docs say and where the key may stand. A key without scopes fails the build. */
function key<T extends z.ZodType>(schema: T, description: string, scopes: readonly Scope[] = EVERYWHERE) {
  return schema.optional().meta({ description, scopes: [...scopes] });
}

const failureMode = z.enum(["allow", "ask", "deny"]);
const text = z.string().min(1);
const names = z.array(text);
const textMap = z.record(z.string(), z.string());

export const matcherSchema = z.union([
  z.string(),
  z.strictObject({
    tool: key(z.string(), "Pattern for the tool name (or the event's own matcher field)."),
    content: key(text, "Wildcard for the tool's main argument: the command, the file path, the address."),
    path: key(text, "Path glob for any path argument; `**` crosses folders."),
    params: key(text, "Regular expression over the tool input as JSON."),
    fields: key(textMap, "Regular expressions for single input fields."),
    equals: key(
      z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      "Payload keys that must be exactly equal.",
    ),
  }),
]);

export const hookSchema = z.object({
  id: key(text, "Name of the hook; unique in its file. Derived from its content when absent."),
  type: key(
    z.enum(["command", "http", "prompt", "agent", "mcp_tool"]),
    "What kind of hook it is; `command` when absent.",
  ),
  command: key(text, "Command line for `sh -c`, or a program with `exec: true`."),
  args: key(names, "Arguments handed over as they are: `$1`, `$2`, …"),
  exec: key(z.boolean(), "Run `command` as a program, without a shell."),
  shell: key(text, "Another shell: `bash`, `zsh`, `powershell`."),
  cwd: key(text, "Working folder, relative to the folder of the config file's project."),
  env: key(textMap, "Variables to set for the hook."),
  passEnv: key(names, "Names of variables to pass on beyond the allowlist."),
  inheritEnv: key(z.boolean(), "Pass the whole environment on.", OWNER_ONLY),
  stdoutLimit: key(
    z.number().int().min(1).max(100_000_000),
    "Bytes of output after which the hook is ended; 1,000,000 when absent.",
  ),
  builtin: key(text, "Name of a hook that comes with Snaphook, instead of something to run; see builtins.md."),
  options: key(z.record(z.string(), z.unknown()), "Options of a `builtin`."),
  shipped: key(
    z.string().regex(/^\d{4}\.\d{1,2}\.\d{1,2}$/, "must be a date version such as 2026.11.1"),
    "Set by `snaphook add`: the version of the pack that wrote the entry. Take it out to keep the entry as it is.",
  ),
  url: key(text, "Address an `http` hook posts the event to."),
  headers: key(textMap, "Headers of an `http` hook; `${NAME}` is filled for names in `passEnv`."),
  followRedirects: key(z.boolean(), "Let an `http` hook follow redirects.", OWNER_ONLY),
  bodyLimit: key(
    z.number().int().min(1).max(100_000_000),
    "Bytes an `http` hook may answer with; 1,000,000 when absent.",
  ),
  prompt: key(text, "Text for a `prompt` or `agent` hook; `$ARGUMENTS` is the event."),
  model: key(text, "Model of a `prompt` or `agent` hook."),
  agent: key(text, "Named agent of an `agent` hook."),
  server: key(text, "MCP server of an `mcp_tool` hook."),
  tool: key(text, "Tool of an `mcp_tool` hook."),
  input: key(z.record(z.string(), z.unknown()), "Input of an `mcp_tool` hook; `${tool_input.x}` is filled."),
  if: key(text, "A permission rule that must match too: `Bash(git *)`."),
  timeoutMs: key(z.number().positive(), "Time limit in milliseconds; 30,000 when absent."),
  timeout: key(z.number().positive(), "Time limit in seconds, as Claude Code writes it."),
  guard: key(z.boolean(), "A guard judges the final input, cannot change it, and does not fail open by default."),
  onFailure: key(failureMode, "Answer when the hook fails. Guards: ask with a person, deny without. Others: allow."),
  onTimeout: key(failureMode, "Answer when the hook is too slow; `onFailure` when absent."),
  mode: key(z.enum(["enforce", "observe"]), "`observe`: run it and record what it would decide, enforce nothing."),
  strategy: key(z.enum(["serial", "parallel"]), "Run with its neighbours one after the other, or at the same time."),
  agents: key(names, "Only for these agents."),
  enabled: key(z.boolean(), "`false` switches the hook off."),
  background: key(z.boolean(), "Do not wait for it. It cannot block; a guard is waited for all the same."),
  async: key(z.boolean(), "Claude Code's name for `background`."),
  once: key(z.boolean(), "Run it once per session."),
  runWhenActive: key(z.boolean(), "Run it on Stop even while the agent already goes on because of a hook."),
  rewrites: key(z.enum(["required", "optional"]), "Whether its rewrite may be dropped where the agent cannot rewrite."),
  audit: key(
    z.enum(["required"]),
    "`required`: the record is on the disk before the agent gets its answer; if that fails, the hook has failed.",
  ),
  statusMessage: key(text, "Shown while the hook runs."),
});

const groupSchema = hookSchema.extend({
  matcher: key(
    matcherSchema,
    "Which calls it is for: a name, `A|B`, a regular expression, `Tool(content)`, or an object.",
  ),
  hooks: key(z.array(hookSchema), "Hooks that share the matcher."),
});

export const flatHookSchema = groupSchema.omit({ hooks: true }).extend({
  event: key(text, "The event, in any known spelling. A `builtin` without one stands on all events it is for."),
});

export const configSchema = z.object({
  $schema: key(z.string(), "Address of this schema, for editors."),
  version: key(z.literal(1), "Format version."),
  mode: key(z.enum(["enforce", "observe"]), "Mode of every hook in this file."),
  strategy: key(z.enum(["serial", "parallel"]), "Strategy of every hook in this file; `serial` when absent."),
  allowHosts: key(
    z.array(
      z
        .string()
        .regex(/^(\*\.)?(\[[0-9a-f:.]+\]|[^:/\\@?#%\s*]+)(:\d+)?$/i, "must be a host, as in `policy.example.com`"),
    ),
    "Hosts that `http` hooks of a project may call, and that any may call although they are in a private network: `policy.example.com`, `*.example.com`, `10.0.0.5:8080`.",
    OWNER_ONLY,
  ),
  grantEnv: key(
    names,
    "Variables that hooks of a project may get although their names look like those of secrets.",
    OWNER_ONLY,
  ),
  dialects: key(names, "Other systems whose files shall be loaded from their usual places: `claude`, `opta`, …"),
  managedOnly: key(z.boolean(), "Let no hooks run but those of the administrator's files.", MANAGED_ONLY),
  hooks: key(
    z.union([z.record(z.string(), z.array(groupSchema)), z.array(flatHookSchema)]),
    "Hooks by event, or a list of hooks that each name their event.",
  ),
});

export type KeyFacts = { readonly description: string; readonly scopes: readonly Scope[] };

/** What the schema says about each key of an object schema. */
export function keyFacts(schema: z.ZodObject): Record<string, KeyFacts> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, ((field as z.ZodType).meta() ?? {}) as KeyFacts]),
  );
}
