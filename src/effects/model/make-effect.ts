/**
 * Creates an effect of an invocation. A local container lowers the severity, because its content can usually be
 * recreated. Another machine or a cluster does not.
 */
import type { Effect, Severity } from "./effect.js";
import type { Invocation } from "./invocation.js";

const REMOTE = new Set(
  "ssh mosh autossh rsh kubectl oc k3s microk8s heroku gcloud aws az fly flyctl railway doctl scalingo cf dokku eb nomad consul ansible adb salt winrs psexec invoke-command bolt pyinfra salt-ssh salt-call parallel-ssh knife fab clush pdsh pssh mosh".split(
    " ",
  ),
);

type Parts = Pick<Effect, "kind" | "severity" | "what"> & Partial<Effect>;

export function effectOf(invocation: Invocation, parts: Parts): Effect {
  const { kind, what, certainty = "certain", words = invocation.words, target, instead } = parts;
  const effect: { -readonly [Key in keyof Effect]: Effect[Key] } = {
    kind,
    severity: lessened(parts.severity, invocation),
    certainty,
    words,
    what,
  };
  if (target !== undefined) effect.target = target;
  if (instead !== undefined) effect.instead = instead;
  return effect;
}

function lessened(severity: Severity, { runs, through }: Invocation): Severity {
  if (runs === "here" || through.some((wrapper) => REMOTE.has(wrapper))) return severity;
  return severity === "destructive" ? "risky" : "ordinary";
}
