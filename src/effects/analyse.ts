/** What a canonical tool call would do. Pure; never throws; what is too long or too deep is unknown. */
import type { BasePayload } from "../core/events/payload.js";
import type { Analysis, Effect, Where } from "./model/effect.js";
import { type Invocation, type Reading, UNKNOWN } from "./model/invocation.js";
import { behindLinks } from "./model/links.js";
import { furtherReadings, programEffects } from "./model/program-effects.js";
import { redirectEffects } from "./model/redirects.js";
import { untrustedPrograms } from "./model/untrusted-programs.js";
import { variableEffects } from "./model/variables.js";
import { withFeeds } from "./model/xargs-input.js";
import { leaks } from "./secrets/leaks.js";
import { interactiveEffects } from "./shell/interactive.js";
import { readCommand } from "./shell/read-command.js";
import { readCall } from "./tools/read-call.js";

/** Code that starts code that starts code. */
const DEEPEST = 6;

export function analyse(payload: BasePayload, where: Where): Analysis {
  const reading = readCall(payload, where);
  const analysis = analyseReading(reading, where);
  const { unseen_input: tool } = payload;
  if (tool === undefined) return analysis;
  return { ...analysis, effects: [...analysis.effects, ...interactiveEffects(reading.invocations, tool)] };
}

export function analyseCommand(command: string, where: Where): Analysis {
  return analyseReading(readCommand(command, where), where);
}

function analyseReading(reading: Reading, where: Where): Analysis {
  const effects: Effect[] = [];
  const programs: string[] = [];
  const started: Invocation[] = [];
  const take = ({ invocations: read, unclear, effects: others = [], planted = [] }: Reading, depth: number) => {
    const behind = behindLinks(read, where);
    const invocations = behind.length === 0 ? read : [...read, ...behind];
    const fed = withFeeds(invocations);
    started.push(...fed);
    const each = new Map(invocations.map((invocation, at) => [invocation, invocationEffects(fed[at]!, where)]));
    effects.push(
      ...others,
      ...[...each.values()].flat(),
      ...untrustedPrograms(invocations, where),
      ...leaks(invocations, where, (invocation) => each.get(invocation) ?? []),
      ...unclear.map(({ what, words }) => unknown(what, words)),
    );
    if (depth < DEEPEST) for (const one of planted) effects.push(...plantedEffects(one, where));
    for (const { program, standsIn } of invocations)
      if (program !== undefined && standsIn === undefined) programs.push(program);
    for (const invocation of fed)
      for (const further of furtherReadings(invocation, where)) {
        if (depth < DEEPEST) take(further, depth + 1);
        else effects.push(unknown("holds code within code too deep to be followed", invocation.words));
      }
  };
  take(reading, 0);
  return { effects, programs, invocations: started };
}

/** Hooks and workflows do what everyday commands do; what is grave there is grave, though it happens later. */
function plantedEffects({ file, text }: { file: string; text: string }, where: Where): Effect[] {
  const plain = text.replaceAll(UNKNOWN, "x");
  const command = file.endsWith(".py") ? `python3 - <<'planted'\n${plain}\nplanted` : plain;
  const grave = analyseCommand(command, where).effects.find(
    ({ kind, severity }) => severity !== "ordinary" && kind !== "unknown",
  );
  if (grave === undefined) return [];
  const what = `puts code into ${file} that runs later and ${grave.what}`;
  return [{ kind: "persistence", severity: "risky", certainty: "likely", words: grave.words, what, instead: PLANTED }];
}

const PLANTED = "leave out what the hook or workflow does not need, and show the person the rest";

function unknown(what: string, words: string): Effect {
  return {
    kind: "unknown",
    severity: "risky",
    certainty: "unknown",
    what,
    words,
    instead: "write the command out plainly, without what hides what it does",
  };
}

function invocationEffects(invocation: Invocation, where: Where): readonly Effect[] {
  return [...redirectEffects(invocation, where), ...variableEffects(invocation), ...programEffects(invocation, where)];
}
