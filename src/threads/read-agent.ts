import { isRecord } from "../core/text/json.js";
import type { EntityCheck } from "./check.js";
import type { AgentDefinition, Stage } from "./template.js";

/** Cortex's, of which those of its server alone have no effect here. */
const KEYS =
  "name ref description profile persistSession directive systemPrompt promptTemplate claudeAgent outputStyle tools pluginDirs mcpComposition mcpToolAllowlist stages entryStage".split(
    " ",
  );

/** `changes`: what a template sets differently for this agent, checked in the template's own place. */
export function readAgent(check: EntityCheck): AgentDefinition {
  const { value, entity } = check;
  check.keys([], value, KEYS);
  // Cortex's own files have empty texts for none.
  const given = (key: string) => (value[key] === "" ? undefined : value[key]);
  const stages = readStages(check);
  const names = Object.keys(stages);
  const entryStage = check.text(["entryStage"], value["entryStage"]) ?? names[0];
  if (entryStage !== undefined && !names.includes(entryStage))
    check.report(["entryStage"], `agent "${entity.name}" has no stage "${entryStage}"${has(names)}`);
  const directive = check.prompt(["directive"], given("directive"), "directives");
  const systemPrompt = check.prompt(["systemPrompt"], given("systemPrompt"), "systemPrompts");
  const tools = check.text(["tools"], given("tools"));
  const allowed = value["mcpToolAllowlist"];
  for (const tool of Array.isArray(allowed) ? allowed : []) check.noServerTool(["mcpToolAllowlist"], String(tool));
  return {
    name: entity.name,
    profile: check.required(["profile"], value["profile"]),
    persistSession: check.flag(["persistSession"], value["persistSession"], true),
    promptTemplate: check.prompt(["promptTemplate"], given("promptTemplate"), "promptTemplates") ?? "{{input}}",
    stages,
    ...(directive === undefined ? {} : { directive }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(tools === undefined ? {} : { tools }),
    ...(entryStage === undefined ? {} : { entryStage }),
  };
}

function readStages(check: EntityCheck): Record<string, Stage> {
  const { stages } = check.value;
  if (stages === undefined) return {};
  if (!isRecord(stages)) check.report(["stages"], "`stages` must be an object");
  const read = Object.entries(isRecord(stages) ? stages : {}).map(([name, stage]): [string, Stage] => {
    const at = ["stages", name, "promptTemplate"];
    const text = isRecord(stage) ? stage["promptTemplate"] : undefined;
    if (text === undefined) check.report(at, `stage "${name}" has no \`promptTemplate\``);
    return [name, { promptTemplate: check.prompt(at, text, "promptTemplates") ?? "" }];
  });
  return Object.fromEntries(read);
}

export function has(names: readonly string[]): string {
  return names.length === 0 ? "; it has no stages" : `; it has ${names.join(", ")}`;
}
