/** What the analysis makes of a command line, in one word. */
import { analyseCommand } from "../../../src/effects/analyse.js";
import type { Effect, EffectKind, Severity } from "../../../src/effects/model/effect.js";

const WHERE = { cwd: "/home/ada/shop", project: "/home/ada/shop", home: "/home/ada", platform: "linux" };
const GRAVITIES: readonly Severity[] = ["destructive", "risky", "ordinary"];

export function effectsOfCommand(command: string, kinds?: readonly EffectKind[]): Effect[] {
  return analyseCommand(command, WHERE).effects.filter(({ kind }) => kinds?.includes(kind) ?? true);
}

/** The gravest of these kinds of effect; `ordinary` when there is none. */
export function gravest(command: string, ...kinds: readonly EffectKind[]): Severity {
  const seen = effectsOfCommand(command, kinds).map(({ severity }) => severity);
  return GRAVITIES.find((severity) => seen.includes(severity)) ?? "ordinary";
}
