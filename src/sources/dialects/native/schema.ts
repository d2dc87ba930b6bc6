/**
 * The native format as a schema: the only place that defines keys, their meaning and their scopes. Validation, the JSON
 * schema, editor completion and the docs page are derived from it.
 */
import { z } from "zod";
import type { Scope } from "../../contract.js";

const EVERYWHERE: readonly Scope[] = ["managed", "user", "project", "plugin"];
const OWNER_ONLY: readonly Scope[] = ["managed", "user"];
const MANAGED_ONLY: readonly Scope[] = ["managed"];

/** Adds the documentation and the scopes of a key. A key without scopes fails the build. */
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
    content: key(text, "Wildcard for the tool's main argument: the command, the file path, the URL."),
    path: key(text, "Path glob for any path argument; `**` crosses directories."),
    params: key(text, "Regular expression over the tool input as JSON."),
    fields: key(textMap, "Regular expressions for single input fields."),
    equals: key(
      z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      "Payload keys that must be exactly equal.",
    ),
  }),
]);

export const hookSchema = z.object({
  id: key(text, "Name of the hook, unique in its file (default: derived from its content)."),
  type: key(z.enum(["command", "http", "prompt", "agent", "mcp_tool"]), "Type of the hook (default: `command`)."),
  command: key(text, "Command line for `sh -c`, or a program with `exec: true`."),
  args: key(names, "Arguments, passed without shell expansion: `$1`, `$2`, …"),
  exec: key(z.boolean(), "Run `command` as a program, without a shell."),
  shell: key(text, "Another shell: `bash`, `zsh`, `powershell`."),
  cwd: key(text, "Working directory, relative to the directory of the config file's project."),
  env: key(textMap, "Environment variables for the hook."),
  passEnv: key(names, "Names of environment variables to pass in addition to the allowlist."),
  inheritEnv: key(z.boolean(), "Passes the whole environment.", OWNER_ONLY),
  stdoutLimit: key(
    z.number().int().min(1).max(100_000_000),
    "Maximum bytes of output; the hook is ended beyond it (default: 1,000,000).",
  ),
  builtin: key(text, "Name of a built-in hook, instead of something to run; see builtins.md."),
  options: key(z.record(z.string(), z.unknown()), "Options of a `builtin`."),
  shipped: key(
    z.string().regex(/^\d{4}\.\d{1,2}\.\d{1,2}$/, "must be a date version such as 2026.11.1"),
    "Set by `snaphook add`: the version of the pack that wrote the entry. Remove it to keep the entry unchanged.",
  ),
  url: key(text, "URL to which an `http` hook posts the event."),
  headers: key(textMap, "Headers of an `http` hook; `${NAME}` is replaced for names in `passEnv`."),
  followRedirects: key(z.boolean(), "Follow redirects of an `http` hook.", OWNER_ONLY),
  bodyLimit: key(z.number().int().min(1).max(100_000_000), "Maximum bytes of an `http` response (default: 1,000,000)."),
  prompt: key(text, "Text for a `prompt` or `agent` hook; `$ARGUMENTS` is the event."),
  model: key(text, "Model of a `prompt` or `agent` hook."),
  agent: key(text, "Named agent of an `agent` hook."),
  server: key(text, "MCP server of an `mcp_tool` hook."),
  tool: key(text, "Tool of an `mcp_tool` hook."),
  input: key(z.record(z.string(), z.unknown()), "Input of an `mcp_tool` hook; `${tool_input.x}` is replaced."),
  if: key(text, "A permission rule that must match too: `Bash(git *)`."),
  timeoutMs: key(z.number().positive(), "Time limit in milliseconds (default: 30,000)."),
  timeout: key(z.number().positive(), "Time limit in seconds, as in Claude Code."),
  guard: key(z.boolean(), "A guard checks the final input, cannot change it, and does not fail open by default."),
  onFailure: key(
    failureMode,
    "Answer if the hook fails (default for guards: ask, or deny if the user cannot be asked; for others: allow).",
  ),
  onTimeout: key(failureMode, "Answer if the hook times out (default: `onFailure`)."),
  mode: key(z.enum(["enforce", "observe"]), "`observe`: runs it and records its decision without enforcing it."),
  strategy: key(z.enum(["serial", "parallel"]), "Run serially, or in parallel with neighbours."),
  agents: key(names, "Only for these agents."),
  enabled: key(z.boolean(), "`false` disables the hook."),
  background: key(z.boolean(), "Runs in the background, so it cannot block. Ignored for guards."),
  async: key(z.boolean(), "Claude Code's name for `background`."),
  once: key(z.boolean(), "Run it once per session."),
  runWhenActive: key(z.boolean(), "Runs on Stop even while the agent already continues because of a hook."),
  rewrites: key(z.enum(["required", "optional"]), "True if its rewrite may be dropped when the agent cannot rewrite."),
  audit: key(
    z.enum(["required"]),
    "`required`: writes the record to disk before the agent receives its answer; if that fails, the hook has failed.",
  ),
  statusMessage: key(text, "Shown while the hook runs."),
});

const groupSchema = hookSchema.extend({
  matcher: key(
    matcherSchema,
    "The calls it runs for: a name, `A|B`, a regular expression, `Tool(content)`, or an object.",
  ),
  hooks: key(z.array(hookSchema), "Hooks that share the matcher."),
});

export const flatHookSchema = groupSchema.omit({ hooks: true }).extend({
  event: key(text, "The event, in any known spelling. A `builtin` without one runs on all its events."),
});

export const configSchema = z.object({
  $schema: key(z.string(), "URL of this schema, for editors."),
  version: key(z.literal(1), "Format version."),
  mode: key(z.enum(["enforce", "observe"]), "Mode of every hook in this file."),
  strategy: key(z.enum(["serial", "parallel"]), "Strategy of every hook in this file (default: `serial`)."),
  allowHosts: key(
    z.array(
      z
        .string()
        .regex(/^(\*\.)?(\[[0-9a-f:.]+\]|[^:/\\@?#%\s*]+)(:\d+)?$/i, "must be a host, as in `policy.example.com`"),
    ),
    "Hosts that project `http` hooks may call, and that any may call although they are private: `policy.example.com`, `*.example.com`, `10.0.0.5:8080`.",
    OWNER_ONLY,
  ),
  grantEnv: key(
    names,
    "Environment variables that project hooks may read although their names look like secrets.",
    OWNER_ONLY,
  ),
  secondOpinion: key(
    z.boolean(),
    "`true`: before a guard asks a person, the model of `models.json` is asked; it may deny or add a reason. See models.md.",
    OWNER_ONLY,
  ),
  dialects: key(names, "Other systems whose files are loaded from their default locations: `claude`, `opta`, …"),
  managedOnly: key(z.boolean(), "Allow only hooks of the administrator's files.", MANAGED_ONLY),
  hooks: key(
    z.union([z.record(z.string(), z.array(groupSchema)), z.array(flatHookSchema)]),
    "Hooks by event, or a list of hooks that each name their event.",
  ),
});

export type KeyFacts = { readonly description: string; readonly scopes: readonly Scope[] };

/** Metadata of each key of an object schema. */
export function keyFacts(schema: z.ZodObject): Record<string, KeyFacts> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, ((field as z.ZodType).meta() ?? {}) as KeyFacts]),
  );
}
