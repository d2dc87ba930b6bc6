/** What was proven, for people: a line per agent, and per way that is not live the reason and its fix. */
import type { Finding } from "../../core/errors.js";
import { formatFinding } from "../../core/errors.js";
import type { RouteProof } from "../../runtime/wiring/prove.js";
import type { Call } from "../command.js";
import { type IdleGuards, showIdleGuards } from "../health/guard-modes.js";
import { findingText, paint } from "../output/print.js";
import type { AgentProof } from "./prove-agents.js";

export function showProofs(call: Call, proofs: readonly AgentProof[], guards: IdleGuards): void {
  if (proofs.length === 0) call.out("No agent is wired; `snaphook install` does that.");
  for (const { title, live, problems, routes } of proofs) {
    call.out(`${live ? paint("green", "live    ") : paint("red", "NOT LIVE")}  ${paint("bold", title)}`);
    for (const one of routes.filter((route) => route.live)) call.out(`          ${routeText(one)}`);
    for (const found of different([...problems, ...routes.flatMap(({ problem }) => problem ?? [])]))
      call.out(paint("red", findingText(found).replace(/^/gm, "          ")));
  }
  if (proofs.length > 0) call.out("This tests the connection. No guard sees the test call.");
  showIdleGuards(call, guards);
}

function routeText({ route, event, ms, by }: RouteProof): string {
  return `${route} (${event}): denied in ${ms} ms, answered ${by === "daemon" ? "by the daemon" : "without a daemon"}`;
}

/** A launcher that is gone is gone for every way. */
function different(findings: readonly Finding[]): Finding[] {
  const seen = new Map(findings.map((found) => [formatFinding(found), found]));
  return [...seen.values()];
}
