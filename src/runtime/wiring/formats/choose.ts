/** The editor for what an adapter says about a file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Adapter, ConfigFormat } from "../../../adapters/contract.js";
import { packageRoot } from "../../package.js";
import { commandLine } from "../command-line.js";
import type { ConfigEditor } from "./editor.js";
import { jsonEntries } from "./json-entries.js";
import { ownFile } from "./own-file.js";
import { tomlBlock } from "./toml-block.js";

/** Stands in the bundled bridges for the launcher of the machine they are installed on. */
const LAUNCHER_PLACE = '"@SNAPHOOK_LAUNCHER@"';

export function editorFor(adapter: Adapter, format: ConfigFormat, launcher: string): ConfigEditor {
  switch (format.kind) {
    case "groups":
    case "list":
      return jsonEntries(format);
    case "toml":
      return tomlBlock(format);
    case "script":
      return ownFile((mark) => `#!/bin/sh\n# ${mark}\nexec ${commandLine(launcher, adapter.name, format.event)}\n`, {
        executable: true,
      });
    case "module":
      return ownFile(
        (mark) => `// ${mark}\n${bridge(adapter.name).replace(LAUNCHER_PLACE, JSON.stringify(launcher))}`,
        {
          executable: false,
        },
      );
  }
}

/** Throws when this installation of ours is damaged. */
function bridge(agent: string): string {
  return readFileSync(join(packageRoot(), "dist/bridges", `${agent}.js`), "utf8");
}
