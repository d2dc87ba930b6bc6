/** Selects the editor for an adapter's file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { wiredEvents } from "../../../adapters/_shared/wired-calls.js";
import type { Adapter, ConfigFormat } from "../../../adapters/contract.js";
import { packageRoot } from "../../platform/paths.js";
import { answerWithoutProgram } from "../answer-without-program.js";
import { commandLine, quote } from "../command-line.js";
import type { ConfigEditor } from "./editor.js";
import { jsonEntries } from "./json-entries.js";
import { ownFile } from "./own-file.js";
import { tomlBlock } from "./toml-block.js";

/** Placeholder in the bundled bridges for the launcher of the machine they are installed on. */
const LAUNCHER_PLACE = '"@SNAPHOOK_LAUNCHER@"';

export function editorFor(adapter: Adapter, format: ConfigFormat, launcher: string): ConfigEditor {
  switch (format.kind) {
    case "groups":
    case "list":
      return jsonEntries(format);
    case "toml":
      return tomlBlock(format);
    case "script":
      return ownFile((mark) => ["#!/bin/sh", `# ${mark}`, ...script(adapter, format.event, launcher), ""].join("\n"), {
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

/** The file is ours, so it can answer in the agent's format if the launcher is missing. */
function script(adapter: Adapter, event: string, launcher: string): string[] {
  const call = `exec ${commandLine(launcher, adapter.name, event)}`;
  if (!wiredEvents(adapter).some((wired) => wired.event === event && wired.gates)) return [call];
  return [`[ -x ${quote(launcher)} ] && ${call}`, `printf '%s' ${quote(answerWithoutProgram(adapter, event).stdout)}`];
}

/** Throws if this installation is damaged. */
function bridge(agent: string): string {
  return readFileSync(join(packageRoot(), "dist/bridges", `${agent}.js`), "utf8");
}
