/** The text of a step: Cortex's placeholders and `{{#if NAME}}…{{/if}}`. */
import type { AgentDefinition } from "./template.js";
import type { Thread } from "./types.js";

export interface PromptFacts {
  readonly modifiedFiles: readonly string[];
  readonly now: Date;
}

/** After an interruption: the session has the prompt already. */
export const CONTINUE =
  "This turn was interrupted before it ended. Continue where you stopped, and finish what the last prompt asked for.";

export function stepPrompt(
  thread: Thread,
  agent: AgentDefinition,
  stage: string | null,
  facts: PromptFacts,
  isResumed: boolean,
): string {
  const template = (stage === null ? undefined : agent.stages[stage]?.promptTemplate) ?? agent.promptTemplate;
  const text = fill(template, variablesOf(thread, facts));
  if (isResumed || agent.directive === undefined) return text.trim();
  return `${fill(agent.directive, { currentDateTime: facts.now.toISOString() }, true)}\n\n${text}`.trim();
}

function variablesOf(thread: Thread, { modifiedFiles, now }: PromptFacts): Record<string, string> {
  return {
    input: thread.userMessage,
    artifactPath: thread.artifactPath,
    previousOutput: thread.steps.findLast(({ output }) => output !== "")?.output ?? "",
    modifiedFiles: modifiedFiles.map((file) => `- ${file}`).join("\n"),
    currentDateTime: now.toISOString(),
  };
}

/** An unknown name becomes empty, unless it is kept. Text that was filled in is not filled again. */
function fill(template: string, variables: Readonly<Record<string, string>>, keepsUnknown = false): string {
  const lookUp = (name: string) => (Object.hasOwn(variables, name) ? variables[name]! : undefined);
  const blocks = template.replace(/\{\{#if (\w+)\}\}([\s\S]*?)\{\{\/if\}\}/g, (_, name: string, text: string) =>
    lookUp(name) ? text : "",
  );
  return blocks.replace(/\{\{(\w+)\}\}/g, (all, name: string) => lookUp(name) ?? (keepsUnknown ? all : ""));
}
