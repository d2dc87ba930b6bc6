/** MCP tools that delete data of a service, by name: `mcp__github__delete_repository`. */
import type { JsonObject } from "../../core/text/json.js";
import type { Reading } from "../model/invocation.js";
import { isHeavy } from "../services/nouns.js";
import { verbIn } from "../services/verbs.js";
import { textsIn } from "./fields.js";
import { toolWords } from "./tool-words.js";

/** Local files are covered by their paths. */
const FILES = /^(?:files?|folders?|director(?:y|ies)|dirs?|paths?)$/;
const HELD = /^(?:branch|branches|deployments?|droplets?|releases?|secrets?|users?|customers?|collections?|queues?)$/;

/** Servers whose data belongs to the agent or the task. */
const OWN =
  /(?:memory|todo|task-?master|notes?|scratch|sequential|thinking|filesystem|browser|playwright|puppeteer|chrome|context7|serena|local)/i;
const MENTIONS_ALL = /@(?:everyone|here|channel|all)\b|<!(?:everyone|here|channel)>/;

export function callService(tool: string, input: JsonObject): Reading[] {
  if (!tool.includes("__")) return [];
  const words = toolWords(tool).slice(0, 8);
  const sends = words.some((word) => /^(?:post|send|publish|reply|broadcast)$/.test(word));
  if (sends && textsIn(input).some(({ text }) => text.length < 5000 && MENTIONS_ALL.test(text)))
    return [reading(tool, "send", "notifies everyone in a channel", "show the user the message, and let them send it")];
  for (const [at, word] of words.entries()) {
    const seen = verbIn(word);
    if (seen === "harmless") return [];
    if (seen === undefined) continue;
    const about = words.filter((_, index) => index !== at);
    const server = tool.slice(0, tool.lastIndexOf("__"));
    if (OWN.test(server)) return [];
    const held =
      seen.verb.severity === "destructive" ||
      seen.verb.does.startsWith("deletes") ||
      about.some((noun) => isHeavy(noun) || HELD.test(noun));
    if (!held || (about.some((noun) => FILES.test(noun)) && !REMOTE.test(server))) return [];
    return [
      reading(
        tool,
        "service",
        `${seen.verb.does} of a service`,
        "read the current state with a read-only tool of the same server, and ask the user to do it",
      ),
    ];
  }
  return [];
}

/** Their files are in a remote repository or store. */
const REMOTE = /(?:github|gitlab|bitbucket|gitea|azure|s3|drive|dropbox|sharepoint|onedrive|box)/i;

function reading(tool: string, kind: "service" | "send", what: string, instead: string): Reading {
  const effect = { kind, severity: "risky", certainty: "likely", words: tool, what, instead } as const;
  return { invocations: [], unclear: [], effects: [effect] };
}
