/** A key that is written into a file of the project, where it is copied, committed and shared from. */

import type { BasePayload } from "../../core/events/payload.js";
import { pathArguments } from "../../core/events/tools.js";
import { isRecord } from "../../core/text/json.js";
import type { Effect } from "../../effects/model/effect.js";
import { isSensitive } from "../../effects/paths/sensitive.js";
import { isLive } from "./live.js";

const WRITES: ReadonlySet<unknown> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);
/** Where keys are made up, or explained. */
const MADE_UP =
  /(?:^|\/)(?:__)?(?:tests?|specs?|fixtures?|mocks?|examples?|samples?|docs?)(?:__)?\/|[._-](?:test|spec)\.[a-z]{1,4}$|\.(?:md|mdx|rst|example|sample|template)$/i;
const LOOKED_AT = 400_000;

export async function writtenLiteral({ tool_name: tool, tool_input: input }: BasePayload): Promise<Effect | undefined> {
  if (!WRITES.has(tool) || !isRecord(input)) return undefined;
  const [path = ""] = pathArguments(input);
  if (path === "" || MADE_UP.test(path) || isSensitive(path) !== undefined) return undefined;
  const text = newTexts(input).join("\n").slice(0, LOOKED_AT);
  // What finds them is large, and most calls write nothing.
  const { secretsIn } = await import("../../core/redact/text.js");
  const found = secretsIn(text, { lone: false }).find(({ kind }) => isLive(kind));
  if (found === undefined) return undefined;
  return {
    kind: "write",
    severity: "risky",
    certainty: "likely",
    words: `${String(tool)} ${path}`,
    what: `writes what looks like a live secret (${found.kind}) to where it is copied and committed from`,
    instead: "read it from a variable, and keep it in a file that git ignores",
  };
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
