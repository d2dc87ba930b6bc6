/** `thread list`, `thread show` and `thread templates`. */
import { finding } from "../../core/errors.js";
import { approvedTemplates } from "../../runtime/threads/project-trust.js";
import { type ListedTemplate, statusOf } from "../../runtime/threads/threads.js";
import { type Call, MISUSE, OK, PROBLEMS } from "../command.js";
import { wholeNumber } from "../input/whole-number.js";
import { amount, json, oneLine, paint, printFindings, refuse, safe } from "../output/print.js";
import { type Column, table } from "../output/table.js";
import { spanText } from "../output/times.js";
import { findThread, threadsOf } from "./find-thread.js";
import { agentsText, endText, limitText, resumeText, slotText, statusText, stepCosts } from "./thread-text.js";

const LISTED = 20;

const COLUMNS: readonly Column[] = [
  { head: "id" },
  { head: "status" },
  { head: "template" },
  { head: "steps", align: "right", drop: 1 },
  { head: "last", align: "right", drop: 2 },
  { head: "message", narrow: "cut", min: 16 },
];

export async function list(call: Call, args: readonly string[]): Promise<number> {
  const limit =
    args.length > 0 ? finding("USAGE", "`thread list` takes no argument") : wholeNumber(call, "limit", LISTED);
  if (typeof limit !== "number") {
    refuse(call, limit);
    return MISUSE;
  }
  const threads = threadsOf(call);
  await threads.sweep();
  const all = await threads.files.list();
  const shown = all.slice(0, limit).map((thread) => ({ ...thread, status: statusOf(threads, thread) }));
  if (call.json) {
    json(
      call,
      shown.map(({ steps, turn: _, ...thread }) => ({ ...thread, steps: steps.length })),
    );
    return OK;
  }
  if (shown.length === 0) {
    call.out('No threads yet. `snaphook thread run review "Add rate limiting"` starts one.');
    return OK;
  }
  const rows = shown.map(({ id, status, templateName, steps, updatedAt, userMessage }) => [
    id,
    statusText(status),
    oneLine(templateName),
    String(steps.length),
    spanText(Date.now() - Date.parse(updatedAt)),
    oneLine(userMessage),
  ]);
  call.out(table(COLUMNS, rows));
  if (all.length > shown.length) call.out(`${all.length - shown.length} more; --limit ${all.length} shows all.`);
  return OK;
}

export async function show(call: Call, args: readonly string[]): Promise<number> {
  const threads = threadsOf(call);
  const thread = await findThread(call, threads, args);
  if (thread === undefined) return MISUSE;
  const status = statusOf(threads, thread);
  const hookLines = threads.files.hookLines(thread.id);
  if (call.json) {
    json(call, { ...thread, status, hookLines });
    return OK;
  }
  call.out(`${paint("bold", thread.id)} ${oneLine(thread.templateName)}: ${oneLine(thread.userMessage)}`);
  const from = thread.source === "shipped" ? "the template comes with Snaphook" : `the template is in ${thread.source}`;
  call.out(`In ${thread.cwd}; ${from}.`);
  if (status === "interrupted")
    call.out(`${statusText(status)}: its process was ended. \`snaphook thread resume ${thread.id}\` continues.`);
  else call.out(endText({ ...thread, status: thread.status }));
  if (status === "failed" || status === "cancelled") call.out(resumeText(thread.id));
  for (const step of thread.steps) {
    const name = slotText(step.agentSlotId, step.stage);
    call.out(`\n${paint("bold", `Step ${step.stepIndex + 1}: ${name}`)} ${paint("grey", stepCosts(step))}`);
    if (step.sessionId !== null) call.out(paint("grey", `  session ${step.sessionId}`));
    for (const line of step.output.trim().split("\n")) call.out(`  ${safe(line)}`);
  }
  if (thread.turn !== undefined) {
    const { slot, stage, startedAt } = thread.turn;
    const begun = `begun ${spanText(Date.now() - Date.parse(startedAt))} ago`;
    const state = status === "running" ? begun : `${begun}, not finished`;
    call.out(`\nStep ${thread.steps.length + 1}: ${slotText(slot, stage)}, ${state}`);
  }
  for (const { hook, problem } of hookLines) call.out(`Hook ${oneLine(hook)} asked for no agent: ${oneLine(problem)}`);
  call.out(`\nArtifact: ${thread.artifactPath}`);
  return OK;
}

const TEMPLATE_COLUMNS: readonly Column[] = [
  { head: "template" },
  { head: "from", drop: 1 },
  { head: "agents", drop: 2, narrow: "cut" },
  { head: "what it does", narrow: "wrap", min: 20 },
];

export async function templates(call: Call, args: readonly string[]): Promise<number> {
  const [name, ...more] = args;
  const threads = threadsOf(call);
  const { registry, templates: all } = threads.templates();
  if (more.length > 0 || (name !== undefined && !all.some(({ entity }) => entity.name === name))) {
    refuse(call, finding("THREAD_TEMPLATE_UNKNOWN", `there is no template "${oneLine(args.join(" "))}"`));
    return MISUSE;
  }
  const chosen = name === undefined ? all : all.filter(({ entity }) => entity.name === name);
  const approved = await approvedTemplates(call.places, call.cwd);
  const isApproved = ({ entity }: ListedTemplate) =>
    entity.origin !== "project" || approved.has(`${entity.file} ${entity.name}`);
  const findings = [...registry.findings, ...chosen.flatMap((one) => one.findings)];
  if (call.json)
    json(call, {
      templates: chosen.map((one) => templateJson(one, isApproved(one))),
      profiles: registry.profiles,
      defaultProfile: registry.defaultProfile,
      findings,
    });
  else if (name === undefined) showAll(call, all, isApproved);
  else showOne(call, chosen[0]!, isApproved(chosen[0]!));
  if (!call.json) printFindings(call, findings);
  return findings.some(({ severity }) => severity === "error") ? PROBLEMS : OK;
}

function templateJson({ entity, template, hooks, findings }: ListedTemplate, approved: boolean) {
  return {
    name: entity.name,
    from: entity.origin,
    file: entity.file === "" ? null : entity.file,
    usable: template !== undefined && approved,
    approved,
    ...(template ?? {}),
    hooks,
    findings,
  };
}

function showAll(call: Call, all: readonly ListedTemplate[], isApproved: (one: ListedTemplate) => boolean): void {
  const rows = all.map((one) => {
    const { entity, template } = one;
    const problem =
      template === undefined ? "cannot run, see below" : isApproved(one) ? undefined : "not approved: `snaphook trust`";
    return [
      entity.name,
      entity.origin,
      template === undefined ? "" : agentsText(template),
      problem === undefined ? oneLine(template?.description ?? "") : paint("yellow", problem),
    ];
  });
  call.out(table(TEMPLATE_COLUMNS, rows));
}

function showOne(call: Call, { entity, template, hooks }: ListedTemplate, approved: boolean): void {
  call.out(`${paint("bold", entity.name)} (${entity.origin}${entity.file === "" ? "" : `, ${entity.file}`})`);
  if (template === undefined) return;
  call.out(oneLine(template.description));
  if (!approved) call.out("Not approved: review the file, then run `snaphook trust`.");
  call.out(`Begins with ${template.entryAgent}, ${limitText(template.limits)}.`);
  for (const agent of Object.values(template.agents)) {
    const stages = Object.keys(agent.stages);
    call.out(`  ${agent.name}: profile ${agent.profile}${stages.length === 0 ? "" : `, stages ${stages.join(", ")}`}`);
  }
  for (const { from, to, condition } of template.transitions)
    call.out(
      `  ${slotText(from.agent, from.stage ?? null)} → ${slotText(to.agent, to.stage ?? null)}: ${conditionText(condition)}`,
    );
  const phases = Object.keys(hooks);
  if (phases.length > 0) call.out(`${amount(phases.length, "hook")}: ${phases.join(", ")}.`);
}

function conditionText(condition: NonNullable<ListedTemplate["template"]>["transitions"][number]["condition"]): string {
  if (condition.type === "always") return "always";
  if (condition.type === "convergence")
    return `until "${condition.marker}", at most ${amount(condition.maxIterations, "time")}`;
  return `${condition.type === "output_contains" ? "if" : "unless"} the output matches ${condition.pattern}`;
}
