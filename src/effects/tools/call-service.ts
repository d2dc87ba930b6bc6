/** MCP tools that delete data of a service, by name: `mcp__github__delete_repository`. */
import type { Reading } from "../model/invocation.js";
import { isHeavy } from "../services/nouns.js";
import { verbIn } from "../services/verbs.js";
import { toolWords } from "./tool-words.js";

/** Local files are covered by their paths. */
const FILES = /^(?:files?|folders?|director(?:y|ies)|dirs?|paths?)$/;
const HELD = /^(?:branch|branches|deployments?|droplets?|releases?|secrets?|users?|customers?|collections?|queues?)$/;

export function callService(tool: string): Reading[] {
  if (!tool.includes("__")) return [];
  const words = toolWords(tool).slice(0, 8);
  for (const [at, word] of words.entries()) {
    const seen = verbIn(word);
    if (seen === "harmless") return [];
    if (seen === undefined) continue;
    const about = words.filter((_, index) => index !== at);
    if (about.some((noun) => FILES.test(noun)) || !about.some((noun) => isHeavy(noun) || HELD.test(noun))) return [];
    const effect = {
      kind: "service",
      severity: "risky",
      certainty: "likely",
      words: tool,
      what: `${seen.verb.does} of a service`,
      instead: "read the current state with a read-only tool of the same server, and ask the user to do it",
    } as const;
    return [{ invocations: [], unclear: [], effects: [effect] }];
  }
  return [];
}
