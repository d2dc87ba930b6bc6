/** Changes to a production cluster or release, by its name. */
import { operands } from "../../model/arguments.js";
import { lineOf } from "../../model/rules.js";
import { serviceEffect } from "../../services/judge.js";
import { isDryRun, optionValues } from "../../services/options.js";
import type { Program } from "../contract.js";

const LIVE = /(?:^|[_/-])(?:prod|production|live|prd)(?:$|[_/-])|^kube-system$/i;
const CHANGES: Readonly<Record<string, RegExp>> = {
  kubectl:
    /^(?:apply|create|replace|patch|edit|set|scale|autoscale|rollout|annotate|label|cordon|uncordon|taint|expose|run|argo)$/,
  oc: /^(?:apply|create|replace|patch|edit|set|scale|rollout|annotate|label|start-build|rsh)$/,
  helm: /^(?:install|upgrade|rollback)$/,
};
const NAMES = ["-n", "--namespace", "--context", "--kube-context", "--cluster"];

const production: Program = {
  names: Object.keys(CHANGES),
  effects(invocation) {
    if (isDryRun(invocation)) return [];
    const [verb = "", second = ""] = operands(invocation, [...NAMES, "--kubeconfig", "-l", "-f"]).map(
      ({ text }) => text,
    );
    if (!CHANGES[invocation.program!]!.test(verb) || /^(?:status|history)$/.test(second)) return [];
    if (verb === "argo" && !/ (?:promote|abort|undo|retry|restart|set|terminate|pause)(?: |$)/.test(lineOf(invocation)))
      return [];
    if (!optionValues(invocation, NAMES).some((name) => LIVE.test(name))) return [];
    return [
      serviceEffect(invocation, {
        severity: "risky",
        what: optionValues(invocation, NAMES).includes("kube-system")
          ? "changes what the cluster itself needs"
          : "changes a production deployment",
        instead: "try it first: `kubectl diff -f k8s/`, or `kubectl apply -f k8s/ --dry-run=server`",
      }),
    ];
  },
};

export default production;
