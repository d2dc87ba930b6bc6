/** `{ "shell": NAME, "worker": AGENT }`: a template made from a shell by filling in `{worker}` and `{worker.entryStage}`. */
import { isRecord, type JsonObject } from "../core/text/json.js";
import type { EntityCheck } from "./check.js";
import { findEntity, type Registry } from "./registry.js";

const OWN_KEYS = ["description", "maxTotalSteps", "maxTotalTokens", "maxTotalCostUsd"];

export function expandShell(check: EntityCheck, registry: Registry): JsonObject {
  const name = check.required(["shell"], check.value["shell"]);
  const shell = findEntity(registry.shells, name, check.entity.file);
  if (shell === undefined || !isRecord(shell.value)) {
    if (name !== "") check.report(["shell"], `there is no shell "${name}"`);
    return {};
  }
  const { params, ...body } = shell.value;
  const values = new Map<string, string>();
  for (const param of Array.isArray(params) ? params.map(String) : []) {
    const value = check.text([param], check.value[param]);
    if (value === undefined && check.value[param] === undefined)
      check.report([], `shell "${name}" needs \`${param}\`, which is missing`);
    if (value === undefined) continue;
    values.set(param, value);
    const agent = findEntity(registry.agents, value, check.entity.file)?.value;
    if (!isRecord(agent)) continue;
    const { entryStage, stages } = agent;
    const stage = entryStage ?? (isRecord(stages) ? Object.keys(stages)[0] : undefined);
    if (typeof stage === "string") values.set(`${param}.entryStage`, stage);
  }
  const unknown = new Set<string>();
  const fill = (value: unknown): unknown => {
    if (typeof value === "string")
      return value.replace(/\{([\w.-]+)\}/g, (all, key: string) => {
        if (!values.has(key)) unknown.add(key);
        return values.get(key) ?? all;
      });
    if (Array.isArray(value)) return value.map(fill);
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)])) : value;
  };
  const { hooks, ...graph } = body;
  const expanded = fill(graph) as JsonObject;
  // Commands of hooks may contain braces of their own.
  const filledHooks = isRecord(hooks) ? fillArguments(hooks, fill) : hooks;
  for (const key of unknown)
    if (check.isSound) check.report(["shell"], `shell "${name}" contains {${key}}, which has no value here`);
  const own = OWN_KEYS.filter((key) => check.value[key] !== undefined).map((key) => [key, check.value[key]]);
  return { ...expanded, ...(filledHooks === undefined ? {} : { hooks: filledHooks }), ...Object.fromEntries(own) };
}

function fillArguments(hooks: JsonObject, fill: (value: unknown) => unknown): JsonObject {
  const filled = Object.entries(hooks).map(([phase, hook]) =>
    isRecord(hook) && Array.isArray(hook["args"]) ? [phase, { ...hook, args: fill(hook["args"]) }] : [phase, hook],
  );
  return Object.fromEntries(filled);
}
