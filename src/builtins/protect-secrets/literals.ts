/** Keys that are written into files of the project, where they are copied, committed and shared from. */
import { ask, deny, type HookOutput, message } from "../../core/decision.js";
import { isRecord } from "../../core/json.js";
import type { BasePayload } from "../../core/payload.js";
import { pathArguments } from "../../core/tools.js";
import { isSensitive } from "../../effects/sensitive.js";
import { shown } from "../_shared/shown.js";

export const LITERALS = ["tell", "ask", "deny", "pass"] as const;

const WRITES: ReadonlySet<unknown> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);
/** Where keys are made up, or explained. */
const MADE_UP =
  /(?:^|\/)(?:__)?(?:tests?|specs?|fixtures?|mocks?|examples?|samples?|docs?)(?:__)?\/|[._-](?:test|spec)\.[a-z]{1,4}$|\.(?:md|mdx|rst|example|sample|template)$/i;
/** By these alone nobody can tell a live one from any other value. */
const TOO_GENERAL: ReadonlySet<string> = new Set(
  "password key token secret value authorization cookie hex-token jwt workflow-webhook laravel-token".split(" "),
);
const LOOKED_AT = 400_000;

export async function aboutLiterals(
  payload: BasePayload,
  answer: (typeof LITERALS)[number],
): Promise<HookOutput | undefined> {
  const { tool_name: tool, tool_input: input } = payload;
  if (answer === "pass" || !WRITES.has(tool) || !isRecord(input)) return undefined;
  const [path = ""] = pathArguments(input);
  if (path === "" || MADE_UP.test(path) || isSensitive(path) !== undefined) return undefined;
  const text = newTexts(input).join("\n").slice(0, LOOKED_AT);
  // What finds them is large, and most calls write nothing.
  const { secretsIn } = await import("../../core/redact/text.js");
  const found = secretsIn(text, { lone: false }).find(({ kind }) => !TOO_GENERAL.has(kind));
  if (found === undefined) return undefined;
  const said = `${String(tool)} writes what looks like a live secret (${found.kind}) into ${shown(path)}, from where it is copied and committed. Instead: read it from a variable, and keep it in a file that git ignores.`;
  return answer === "tell" ? message(`protect-secrets: ${said}`) : answer === "ask" ? ask(said) : deny(said);
}

/** What the call puts in, and not what it takes away. */
function newTexts(input: Readonly<Record<string, unknown>>): string[] {
  const edits = Array.isArray(input["edits"]) ? input["edits"].filter(isRecord) : [];
  return [input, ...edits].flatMap((part) =>
    ["content", "new_string", "new_source"].flatMap((field) => {
      const text = part[field];
      return typeof text === "string" ? [text] : [];
    }),
  );
}
