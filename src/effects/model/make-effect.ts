/**
 * An effect of an invocation. In a container here things are less grave: what is lost there can mostly be made again. What
 * runs on another machine or in a cluster is as grave as here.
 */
import type { Effect, Gravity } from "./effect.js";
import type { Invocation } from "./invocation.js";

const REMOTE = new Set(
  "ssh mosh autossh rsh kubectl oc k3s microk8s heroku gcloud aws az fly flyctl railway doctl scalingo cf dokku eb nomad consul ansible adb salt winrs psexec invoke-command".split(
    " ",
  ),
);

type Parts = Pick<Effect, "kind" | "severity" | "what"> & Partial<Effect>;

export function effectOf(invocation: Invocation, parts: Parts): Effect {
  const severity = lessened(parts.severity, invocation);
  return { certainty: "certain", words: invocation.words, ...parts, severity };
}

function lessened(severity: Gravity, { runs, through }: Invocation): Gravity {
  if (runs === "here" || through.some((wrapper) => REMOTE.has(wrapper))) return severity;
  return severity === "destructive" ? "risky" : "ordinary";
}
