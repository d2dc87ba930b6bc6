/** A plugin directory: its manifest names the hooks and the MCP servers (CF-05, CF-33). */
import { basename, dirname, join, resolve } from "node:path";
import { type Finding, type FindingCode, finding } from "../../../core/errors.js";
import { isRecord, type JsonObject } from "../../../core/text/json.js";
import type { Files, LoadedConfig, LoadTools } from "../../contract.js";
import { type ParsedText, parseConfigText } from "../../read/config-text.js";
import { staysInside } from "../../trust/confine.js";
import { type HooksText, readHooks, readHooksFile } from "./hooks-file.js";

export const MANIFEST = ".claude-plugin/plugin.json";
/** Default locations of a plugin's hooks. */
const DEFAULT_HOOKS = "hooks/hooks.json";

export function isManifest(path: string): boolean {
  return /[\\/]\.claude-plugin[\\/]plugin\.json$/.test(path);
}

/** The plugin of a hooks file; without a manifest, the directory that contains it or its `hooks` directory. */
export function rootOfHooksFile(path: string, files: Files): string {
  const folder = dirname(path);
  const known = [folder, dirname(folder)].find((candidate) => files.exists(join(candidate, MANIFEST)));
  return known ?? (basename(folder) === "hooks" ? dirname(folder) : folder);
}

export function loadPlugin(dialect: string, path: string, parsed: ParsedText, tools: LoadTools): LoadedConfig {
  const root = dirname(dirname(path));
  const syntax = parsed.findings[0];
  if (syntax !== undefined)
    return broken("PLUGIN_BROKEN", `the plugin's manifest cannot be read: ${syntax.message}`, syntax);
  if (!isRecord(parsed.value))
    return broken("PLUGIN_BROKEN", "the plugin's manifest must be an object", parsed.where([]));
  const manifest = parsed.value;
  const named = manifest["mcpServers"];
  const inside = typeof named === "string" && staysInside(tools.files, root, resolve(root, named));
  const file = isRecord(named) ? path : inside ? resolve(root, named) : undefined;
  const loaded = loadHooks(
    { dialect, root, parsed, tools, ...(file === undefined ? {} : { servers: file }) },
    manifest,
  );
  return isRecord(named) ? { ...loaded, settings: { mcpServers: named } } : loaded;
}

function loadHooks(plugin: HooksText, manifest: JsonObject): LoadedConfig {
  const { root, parsed, tools } = plugin;
  const { hooks } = manifest;
  const where = parsed.where(["hooks"]);
  if (isRecord(hooks) || Array.isArray(hooks)) {
    const nested = isRecord(hooks) && isRecord(hooks["hooks"]);
    return readHooks(plugin, nested ? hooks["hooks"] : hooks, nested ? ["hooks", "hooks"] : ["hooks"]);
  }
  if (hooks === undefined && !tools.files.exists(join(root, DEFAULT_HOOKS))) return { hooks: [], findings: [] };
  const named = hooks ?? DEFAULT_HOOKS;
  if (typeof named !== "string") return broken("PLUGIN_BROKEN", "`hooks` must be a path or an object", where);
  const path = resolve(root, named);
  if (!staysInside(tools.files, root, path))
    return broken("HOOK_SCRIPT_OUTSIDE", `the hooks file ${named} leads out of the plugin`, where);
  const text = tools.files.read(path);
  if (text === undefined)
    return broken("PLUGIN_BROKEN", `the plugin's hooks file ${named} does not exist or cannot be read`, where);
  return { ...readHooksFile({ ...plugin, parsed: parseConfigText(path, text) }), reads: [path] };
}

function broken(code: FindingCode, message: string, { file, line, column, field }: Partial<Finding>): LoadedConfig {
  return { hooks: [], findings: [finding(code, message, { file, line, column, field })] };
}
