/** Translates a canonical tool call into equivalent programs. Pure; never throws. */

import type { BasePayload } from "../../core/events/payload.js";
import { isRecord } from "../../core/text/json.js";
import type { Where } from "../model/effect.js";
import type { Reading } from "../model/invocation.js";
import { readCommand, readPowerShellCommand } from "../shell/read-command.js";
import { callCode } from "./call-code.js";
import { callContent } from "./call-content.js";
import { callFiles } from "./call-files.js";
import { callService } from "./call-service.js";
import { HARMLESS_TOOLS } from "./harmless-tools.js";
import { isCanonicalFileTool } from "./tool-words.js";
import { folderOf } from "./working-folder.js";

const NOTHING: Reading = { invocations: [], unclear: [] };
const WRITES = /^(?:Write|Edit|MultiEdit)$/;
const HARMLESS = new Set(HARMLESS_TOOLS);

export function readCall({ tool_name: tool, tool_input: input }: BasePayload, where: Where): Reading {
  if (typeof tool !== "string" || !isRecord(input) || HARMLESS.has(tool)) return NOTHING;
  const { command } = input;
  if (tool === "Bash") {
    if (typeof command !== "string") return NOTHING;
    const folder = folderOf(input, where);
    const reading = readCommand(command, folder === undefined ? where : { ...where, cwd: folder });
    return POWERSHELL.test(command) ? alsoPowerShell(reading, command, where) : reading;
  }
  if (tool === "PowerShell") return typeof command === "string" ? readPowerShellCommand(command, where) : NOTHING;
  const files: Reading = { invocations: callFiles(tool, input, { cwd: where.cwd }), unclear: [] };
  if (!isCanonicalFileTool(tool))
    return together([files, ...callCode(tool, input, where), ...callService(tool, input), ...callContent(input)]);
  return WRITES.test(tool) ? together([files, ...callContent(input)]) : files;
}

/** Some agents name the tool after bash and run PowerShell on Windows. */
const POWERSHELL =
  /(?:^|[\s|;({&])(?:Get|Set|New|Remove|Add|Clear|Invoke|Start|Stop|Copy|Move|Rename|Out|Import|Export|Test|ConvertTo|ConvertFrom|ForEach|Where|Select|Write|Disable|Enable|Install|Uninstall|Register|Unregister|Restart)-[A-Z][A-Za-z]{2,40}\b|(?:^|[|;&]\s{0,4})(?:rd|ri|del|erase|gci|irm|iwr|robocopy)\s[^\n]{0,200}\\/;

function alsoPowerShell(reading: Reading, command: string, where: Where): Reading {
  // In PowerShell `$name = value` sets a variable.
  const unclear = reading.unclear.filter(({ words }) => !/^\$[\w:]{1,60}\s{0,4}=/.test(words));
  const other = readPowerShellCommand(command, where);
  const { planted = [] } = reading;
  return {
    ...together([
      { ...reading, unclear },
      { ...other, unclear: [] },
    ]),
    planted,
  };
}

function together(readings: readonly Reading[]): Reading {
  return {
    invocations: readings.flatMap(({ invocations }) => invocations),
    unclear: readings.flatMap(({ unclear }) => unclear),
    effects: readings.flatMap(({ effects = [] }) => effects),
    planted: readings.flatMap(({ planted = [] }) => planted),
  };
}
