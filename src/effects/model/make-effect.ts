/** An effect of an invocation. In a container things are less grave: what is lost there can mostly be made again. */
import type { Effect, Gravity } from "./effect.js";
import type { Invocation } from "./invocation.js";

type Parts = Pick<Effect, "kind" | "severity" | "what"> & Partial<Effect>;

export function effectOf(invocation: Invocation, parts: Parts): Effect {
  const severity = lessened(parts.severity, invocation);
  return { certainty: "certain", words: invocation.words, ...parts, severity };
}

function lessened(severity: Gravity, { runs, through }: Invocation): Gravity {
  if (runs === "here" || through.includes("ssh")) return severity;
  return severity === "destructive" ? "risky" : "ordinary";
}
