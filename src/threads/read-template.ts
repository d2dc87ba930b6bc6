/** Checks a template with everything it refers to, and resolves it. */
import type { Finding } from "../core/errors.js";
import { isRecord, type JsonObject } from "../core/text/json.js";
import { didYouMean } from "../core/text/suggest.js";
import { EntityCheck } from "./check.js";
import { expandShell } from "./expand-shell.js";
import { has, readAgent } from "./read-agent.js";
import { readHooks } from "./read-hooks.js";
import { type FieldPath, findEntity, type RawEntity, type Registry } from "./registry.js";
import {
  ACTIVE,
  type AgentDefinition,
  type Condition,
  type Endpoint,
  endpointText,
  MOST_ITERATIONS,
  MOST_STEPS,
  MOST_TOKENS,
  readEndpoint,
  stageFor,
  type Template,
  type Transition,
} from "./template.js";

export interface ReadTemplate {
  /** Undefined if it cannot run. */
  readonly template?: Template;
  /** Its hooks as they stand there, for the dialect that reads them. */
  readonly hooks: JsonObject;
  readonly findings: readonly Finding[];
}

/** `compiles`: why a pattern cannot be used, if so. */
export function readTemplate(
  entity: RawEntity,
  registry: Registry,
  compiles: (pattern: string) => string | undefined,
): ReadTemplate {
  const given = new EntityCheck(entity);
  const isBinding = given.value["shell"] !== undefined;
  const expanded = isBinding ? expandShell(given, registry) : entity.value;
  const check = isBinding ? new EntityCheck({ ...entity, value: expanded }) : given;
  if (isBinding) check.findings.push(...given.findings);
  const { value } = check;
  if (!isBinding) check.keys([], value, KEYS);
  const agents = readAgents(check, registry);
  const entryAgent = check.required(["entryAgent"], value["entryAgent"]);
  const entry = { agent: entryAgent, ...stagePart(check.text(["entryStage"], value["entryStage"])) };
  if (entryAgent !== "") checkEndpoint(check, ["entryAgent"], entry, agents);
  const transitions = readTransitions(check, agents, compiles);
  const steps = check.positive(["maxTotalSteps"], value["maxTotalSteps"], true);
  const tokens = check.positive(["maxTotalTokens"], value["maxTotalTokens"], true);
  const costUsd = check.positive(["maxTotalCostUsd"], value["maxTotalCostUsd"], false);
  const cycle = value["maxTotalSteps"] === undefined ? findCycle(entry, transitions, agents) : undefined;
  if (cycle !== undefined)
    check.report(["transitions"], `the transitions never end (${cycle.join(" → ")}); set \`maxTotalSteps\``);
  const hooks = readHooks(check);
  const findings = [...new Map(check.findings.map((one) => [JSON.stringify(one), one])).values()];
  if (findings.some(({ severity }) => severity === "error")) return { hooks: {}, findings };
  const template: Template = {
    name: entity.name,
    description: typeof value["description"] === "string" ? value["description"] : "",
    agents: Object.fromEntries(agents),
    transitions,
    entryAgent,
    ...(entry.stage === undefined ? {} : { entryStage: entry.stage }),
    limits: {
      steps: steps ?? MOST_STEPS,
      tokens: tokens ?? MOST_TOKENS,
      ...(costUsd === undefined ? {} : { costUsd }),
    },
  };
  return { template, hooks: value["disableHooks"] === true ? {} : hooks, findings };
}

const KEYS = [
  ...["name", "description", "agents", "transitions", "entryAgent", "entryStage"],
  ...["maxTotalSteps", "maxTotalTokens", "maxTotalCostUsd", "hooks", "disableHooks"],
];
const CONDITION_KEYS = ["type", "marker", "pattern", "maxIterations"];
type Agents = ReadonlyMap<string, AgentDefinition>;

/** Names of agents, or `{ ref, …changes }`. */
function readAgents(check: EntityCheck, registry: Registry): Agents {
  const listed = check.value["agents"];
  const agents = new Map<string, AgentDefinition>();
  if (!Array.isArray(listed) || listed.length === 0) check.report(["agents"], "`agents` must be a list of names");
  for (const [i, one] of (Array.isArray(listed) ? listed : []).entries()) {
    const { ref, ...changes } = isRecord(one) ? one : { ref: one };
    const name = check.required(["agents", i], ref);
    const entity = name === "" ? undefined : findEntity(registry.agents, name, check.entity.file);
    if (entity === undefined) {
      const known = [...new Set(registry.agents.map((agent) => agent.name))];
      if (name !== "") check.report(["agents", i], `there is no agent "${name}".${didYouMean(name, known)}`);
      continue;
    }
    const own = new EntityCheck({ ...entity, value: { ...(isRecord(entity.value) ? entity.value : {}), ...changes } });
    const agent = readAgent(own);
    checkProfile(own, agent.profile, registry);
    check.findings.push(...own.findings);
    agents.set(name, agent);
  }
  return agents;
}

function checkProfile(check: EntityCheck, profile: string, { profiles }: Registry): void {
  if (profile === "" || profile === ACTIVE || Object.hasOwn(profiles, profile)) return;
  const known = Object.keys(profiles);
  check.report(["profile"], `there is no profile "${profile}"; profiles: ${known.join(", ")}`);
}

function readTransitions(
  check: EntityCheck,
  agents: Agents,
  compiles: (pattern: string) => string | undefined,
): Transition[] {
  const listed = check.value["transitions"] ?? [];
  if (!Array.isArray(listed)) check.report(["transitions"], "`transitions` must be a list");
  return (Array.isArray(listed) ? listed : []).flatMap((rule, i) => {
    const at = ["transitions", i];
    if (!isRecord(rule)) {
      check.report(at, "a transition must be an object with `from`, `to` and `condition`");
      return [];
    }
    const [from, to] = (["from", "to"] as const).map((side) => {
      const endpoint = readEndpoint(check.required([...at, side], rule[side]));
      if (endpoint.agent !== "") checkEndpoint(check, [...at, side], endpoint, agents);
      return endpoint;
    });
    const condition = readCondition(check, [...at, "condition"], rule["condition"], compiles);
    return condition === undefined ? [] : [{ from: from!, to: to!, condition }];
  });
}

function readCondition(
  check: EntityCheck,
  at: FieldPath,
  value: unknown,
  compiles: (pattern: string) => string | undefined,
): Condition | undefined {
  const given = isRecord(value) ? value : {};
  check.keys(at, given, CONDITION_KEYS);
  switch (given["type"]) {
    case "always":
      return { type: "always" };
    case "convergence": {
      const most = check.positive([...at, "maxIterations"], given["maxIterations"], true) ?? MOST_ITERATIONS;
      const marker = check.required([...at, "marker"], given["marker"]);
      return { type: "convergence", marker, maxIterations: most };
    }
    case "output_contains":
    case "output_not_contains": {
      const pattern = check.required([...at, "pattern"], given["pattern"]);
      const problem = pattern === "" ? undefined : compiles(pattern);
      if (problem !== undefined) check.report([...at, "pattern"], `the pattern cannot be used: ${problem}`);
      return { type: given["type"], pattern };
    }
    default:
      check.report(
        [...at, "type"],
        `\`type\` must be always, convergence, output_contains or output_not_contains, not ${JSON.stringify(given["type"])}`,
      );
      return undefined;
  }
}

function checkEndpoint(check: EntityCheck, at: FieldPath, { agent, stage }: Endpoint, agents: Agents): void {
  const found = agents.get(agent);
  if (found === undefined) {
    const names = [...agents.keys()];
    // A missing definition is a finding of its own.
    if (names.length === 0) return;
    check.report(at, `"${agent}" is none of this template's agents (${names.join(", ")})`);
  } else if (stage !== undefined && !Object.hasOwn(found.stages, stage))
    check.report(at, `agent "${agent}" has no stage "${stage}"${has(Object.keys(found.stages))}`);
}

/** Steps that follow each other for ever, whatever the agents say. */
function findCycle(start: Endpoint, transitions: readonly Transition[], agents: Agents): string[] | undefined {
  const path: string[] = [];
  let at: Endpoint | undefined = start;
  while (at !== undefined) {
    const { agent }: Endpoint = at;
    const stage: string | undefined = stageFor(agents.get(agent), at.stage) ?? undefined;
    const name = endpointText({ agent, ...stagePart(stage) });
    const seen = path.indexOf(name);
    if (seen >= 0) return [...path.slice(seen), name];
    path.push(name);
    const rule: Transition | undefined = transitions.find(
      ({ from }) => from.agent === agent && (from.stage ?? stage) === stage,
    );
    at = rule?.condition.type === "always" ? rule.to : undefined;
  }
  return undefined;
}

function stagePart(stage: string | undefined): { readonly stage?: string } {
  return stage === undefined ? {} : { stage };
}
