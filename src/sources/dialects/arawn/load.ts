/**
 * Loads Arawn's plugins as documented: a manifest that names or contains the hooks (CF-05), regular expressions for its
 * own tool names, timeouts in milliseconds. A hooks file may also be named directly.
 */
import { join } from "node:path";
import type { ConfigFile, DialectLoader, LoadedConfig, LoadTools } from "../../contract.js";
import { parseConfigText } from "../../read/config-text.js";
import { DEFAULT_TIMEOUT_MS, readHooksFile } from "./hooks-file.js";
import { isManifest, loadPlugin, MANIFEST, rootOfHooksFile } from "./plugin.js";

const arawn: DialectLoader = {
  name: "arawn",
  summary: "Arawn's plugins, as documented",
  usualTimeoutsMs: [DEFAULT_TIMEOUT_MS],
  locations: ({ configHome, project }) => [
    { path: join(configHome, "arawn/plugins"), scope: "plugin", each: true, file: MANIFEST },
    { path: join(project, "plugins"), scope: "plugin", each: true, file: MANIFEST },
  ],
  detect: (path) => isManifest(path),
  load: (file, tools) => loadArawn("arawn", file, tools),
};

/** For this dialect and those that only parse answers differently. */
export function loadArawn(dialect: string, file: ConfigFile, tools: LoadTools): LoadedConfig {
  const parsed = parseConfigText(file.path, file.text);
  if (isManifest(file.path)) return loadPlugin(dialect, file.path, parsed, tools);
  return readHooksFile({ dialect, parsed, root: rootOfHooksFile(file.path, tools.files), tools });
}

export default arawn;
