/** What a canonical tool call would do. Pure; never throws; what is too long or too deep is unknown. */
import { isRecord } from "../core/json.js";
import type { BasePayload } from "../core/payload.js";
import type { Analysis, Effect, Where } from "./effect.js";
import { withFeeds } from "./feeds.js";
import type { Invocation, Reading } from "./invocation.js";
import { PROGRAMS } from "./programs/_registry.js";
import type { Program } from "./programs/contract.js";
import { redirectEffects } from "./redirects.js";
import { leaks } from "./secrets/leaks.js";
import { otherClis } from "./services/other-clis.js";
import { readCommand, readPowerShellCommand } from "./shell/read-command.js";
import { untrustedPrograms } from "./untrusted-programs.js";
import { variableEffects } from "./variables.js";

const NOTHING: Analysis = { effects: [], programs: [] };

export function analyse(payload: BasePayload, where: Where): Analysis {
  const { tool_name: tool, tool_input: input } = payload;
  if (!isRecord(input)) return NOTHING;
  const { command } = input;
  if (typeof command !== "string") return NOTHING;
  if (tool === "Bash") return analyseCommand(command, where);
  return tool === "PowerShell" ? analyseReading(readPowerShellCommand(command, where), where) : NOTHING;
}

export function analyseCommand(command: string, where: Where): Analysis {
  return analyseReading(readCommand(command, where), where);
}

function analyseReading({ invocations, effects = [], unclear }: Reading, where: Where): Analysis {
  const fed = withFeeds(invocations);
  const each = new Map(invocations.map((invocation, at) => [invocation, invocationEffects(fed[at]!, where)]));
  return {
    effects: [
      ...effects,
      ...[...each.values()].flat(),
      ...untrustedPrograms(invocations, where),
      ...leaks(invocations, where, (invocation) => each.get(invocation) ?? []),
      ...unclear.map(
        ({ what, words }): Effect => ({
          kind: "unknown",
          gravity: "risky",
          certainty: "unknown",
          what,
          words,
          instead: "write the command out plainly, without what hides what it does",
        }),
      ),
    ],
    programs: invocations.flatMap(({ program }) => (program === undefined ? [] : [program])),
  };
}

/** Several files may know something of one program: of `curl`, what it sends and what it changes. */
const BY_NAME = new Map<string, Program[]>();
for (const program of PROGRAMS)
  for (const name of program.names) BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), program]);

function invocationEffects(invocation: Invocation, where: Where): readonly Effect[] {
  return [...redirectEffects(invocation, where), ...variableEffects(invocation), ...programEffects(invocation, where)];
}

function programEffects(invocation: Invocation, where: Where): readonly Effect[] {
  const { program } = invocation;
  if (program === undefined) return [];
  const name = BY_NAME.has(program) ? program : plainName(program);
  const known = BY_NAME.get(name);
  if (known === undefined) return otherClis.effects(invocation, where);
  const call = name === program ? invocation : { ...invocation, program: name };
  return known.flatMap((one) => one.effects(call, where));
}

/** File systems of macOS and Windows do not tell small letters from capitals; `npx` starts `tool@version`. */
function plainName(program: string): string {
  return program
    .slice(0, 200)
    .toLowerCase()
    .replace(/\.exe$/, "")
    .replace(/(.)@[^@]*$/, "$1");
}
