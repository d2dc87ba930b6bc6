/** A decision for machines, and for people. */
import type { Decision, HookRun, Provenance } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import { brief, oneLine, paint, safe } from "./print.js";
import { type Column, table } from "./table.js";

export function decisionJson(decision: Decision, event: HookEvent) {
  return {
    verdict: decision.verdict,
    /** The old name of `verdict`, kept for one release. */
    decision: decision.verdict,
    reason: decision.reason ?? null,
    decidedBy: decision.verdictBy ?? null,
    /** The input the tool would run with. */
    input: decision.input ?? event.payload["tool_input"] ?? null,
    rewritten: decision.input !== undefined,
    rewrittenBy: decision.inputBy,
    originalInput: decision.originalInput ?? event.payload["tool_input"] ?? null,
    output: decision.output?.value ?? null,
    context: decision.context ?? null,
    contextBy: decision.contextBy,
    messages: decision.messages.map(({ value, by }) => ({ text: value, by })),
    stop: decision.stop?.value ?? null,
    forceContinue: decision.forceContinue?.value ?? null,
    hooks: decision.hooks.map(runJson),
    notes: decision.notes,
  };
}

function runJson(run: HookRun) {
  return { ...run, ms: round(run.ms) };
}

const COLOURS = {
  deny: "red",
  ask: "yellow",
  allow: "green",
  none: "grey",
  failed: "red",
  skipped: "grey",
  background: "blue",
  observed: "blue",
} as const;

export function decisionText(decision: Decision, event: HookEvent): string {
  const lines = [
    `${event.name}: ${paint(COLOURS[decision.verdict], decision.verdict === "none" ? "no opinion" : decision.verdict)}${by(decision.verdictBy)}`,
  ];
  if (decision.reason !== undefined) lines.push(`  reason   ${safe(decision.reason)}`);
  if (decision.input !== undefined) {
    lines.push(`  input    ${brief(JSON.stringify(decision.input), 100)}${by(decision.inputBy[0])}`);
    lines.push(`  was      ${brief(JSON.stringify(decision.originalInput), 100)}`);
  }
  if (decision.output !== undefined)
    lines.push(`  output   ${brief(JSON.stringify(decision.output.value), 100)}${by(decision.output.by)}`);
  if (decision.context !== undefined)
    lines.push(`  context  ${brief(decision.context, 100)}${by(decision.contextBy[0])}`);
  for (const { value, by: who } of decision.messages) lines.push(`  message  ${brief(value, 100)}${by(who)}`);
  if (decision.forceContinue)
    lines.push(`  go on    ${brief(decision.forceContinue.value.reason, 100)}${by(decision.forceContinue.by)}`);
  if (decision.stop) lines.push(`  stop     ${brief(decision.stop.value.reason ?? "", 100)}${by(decision.stop.by)}`);
  if (decision.hooks.length > 0) lines.push("", table(RUN_COLUMNS, decision.hooks.map(runRow), { indent: 2 }));
  else if (isStopped(decision)) lines.push("", "  No hook runs while `snaphook stop-all` is in effect.");
  else lines.push("", "  No hook matched. `snaphook explain` says why.");
  const notes = decision.notes.map((note) => paint("grey", `  note ${note.code}: ${safe(note.message)}`));
  return [...lines, ...(notes.length > 0 ? ["", ...notes] : [])].join("\n");
}

const isStopped = ({ notes }: Decision) => notes.some(({ code }) => code === "STOP_ALL");

const RUN_COLUMNS: readonly Column[] = [
  {},
  { narrow: "wrap" },
  { align: "right" },
  { narrow: "wrap", min: 20 },
  { drop: 1, narrow: "cut-path", min: 20 },
];

function runRow(run: HookRun): string[] {
  const did = run.did?.join(" + ");
  const what = run.outcome === "none" ? (did ?? "no opinion") : did ? `${run.outcome} + ${did}` : run.outcome;
  const why =
    run.outcome === "failed"
      ? `${run.cause}: ${run.detail ?? ""} → ${run.answered === "allow" ? "no opinion" : run.answered}`
      : (run.cause ?? "");
  return [oneLine(run.id), paint(COLOURS[run.outcome], what), `${round(run.ms)} ms`, oneLine(why), oneLine(run.source)];
}

/** Without its time: beside the decision it would read as that of the whole call. The table shows it. */
function by(who: Provenance | undefined): string {
  return who === undefined ? "" : paint("grey", `  (${brief(who.hook, 60)} from ${brief(who.source, 60)})`);
}

export function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}
