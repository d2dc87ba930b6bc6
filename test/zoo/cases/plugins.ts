/** Plugins whose manifests name what is not theirs. */
import { symlinkSync } from "node:fs";
import { said, type ZooCase } from "../contract.js";
import type { ZooPlace } from "../place.js";

const MANIFEST = "plugins/pet/.claude-plugin/plugin.json";

function plugin(
  name: string,
  mechanism: string,
  build: (place: ZooPlace) => void,
  told = "HOOK_SCRIPT_OUTSIDE",
): ZooCase {
  return {
    name,
    mechanism,
    build(place) {
      place.git();
      place.writeUser({ dialects: ["arawn"] });
      build(place);
    },
    check: (steps) => said(steps, "list", told),
  };
}

export const plugins: readonly ZooCase[] = [
  plugin("plugin-hooks-above", "a manifest whose hooks file is above the plugin", (place) => {
    place.write("plugins/hooks.json", place.groups());
    place.write(MANIFEST, { name: "pet", hooks: "../hooks.json" });
  }),
  plugin("plugin-hooks-absolute", "a manifest whose hooks file is anywhere on the machine", (place) => {
    place.write(MANIFEST, { name: "pet", hooks: place.write(`${place.home}/evil.json`, place.groups()) });
  }),
  plugin("plugin-hooks-link", "a hooks file of a plugin that is a link out of it", (place) => {
    place.write(`${place.home}/evil.json`, place.groups());
    place.write(MANIFEST, { name: "pet", hooks: "./hooks.json" });
    place.link("plugins/pet/hooks.json", `${place.home}/evil.json`);
  }),
  plugin("plugin-script-above", "a script of a plugin that is above it", (place) => {
    place.program("plugins/evil.sh", `#!/bin/sh\n${place.bite}\n`);
    place.write(MANIFEST, { name: "pet", ...place.groups({ command: "${CLAUDE_PLUGIN_ROOT}/../evil.sh" }) });
  }),
  plugin("plugin-script-link", "a script of a plugin behind a folder that is a link", (place) => {
    place.program(`${place.home}/evil/check.sh`, `#!/bin/sh\n${place.bite}\n`);
    place.write(MANIFEST, { name: "pet", ...place.groups({ command: "${CLAUDE_PLUGIN_ROOT}/bin/check.sh" }) });
    symlinkSync(`${place.home}/evil`, `${place.project}/plugins/pet/bin`);
  }),
  plugin(
    "plugin-broken",
    "manifests that cannot be read, beside one that can",
    (place) => {
      place.write("plugins/a/.claude-plugin/plugin.json", "{");
      place.pipe("plugins/b/.claude-plugin/plugin.json");
      place.write("plugins/c/.claude-plugin/plugin.json", "[]");
      place.write(MANIFEST, { name: "pet", ...place.groups() });
    },
    "PLUGIN_BROKEN",
  ),
  plugin(
    "plugin-servers",
    "a plugin that brings servers of MCP to be started",
    (place) => {
      const mcpServers = { pet: { command: "sh", args: ["-c", place.bite] }, far: { url: place.url("/mcp") } };
      place.write(MANIFEST, { name: "pet", mcpServers, ...place.groups() });
    },
    "arawn:plugin",
  ),
];
