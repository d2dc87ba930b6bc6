/** A literal key written into a project file, from which it is copied, committed and shared. */

import type { BasePayload } from "../../core/events/payload.js";
import { pathArguments } from "../../core/events/tools.js";
import { isRecord } from "../../core/text/json.js";
import type { Effect } from "../../effects/model/effect.js";
import { isSensitive } from "../../effects/paths/sensitive.js";
import { isLive } from "./live.js";

const WRITES: ReadonlySet<unknown> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);
/** Where keys are fake or explained. */
const MADE_UP =
  /(?:^|\/)(?:__)?(?:tests?|specs?|fixtures?|mocks?|examples?|samples?|docs?)(?:__)?\/|[._-](?:test|spec)\.[a-z]{1,4}$|\.(?:md|mdx|rst|example|sample|template)$/i;
const LOOKED_AT = 400_000;

export async function writtenLiteral({ tool_name: tool, tool_input: input }: BasePayload): Promise<Effect | undefined> {
  if (!WRITES.has(tool) || !isRecord(input)) return undefined;
  const [path = ""] = pathArguments(input);
  if (path === "" || MADE_UP.test(path) || isSensitive(path) !== undefined) return undefined;
  const text = newTexts(input).join("\n").slice(0, LOOKED_AT);
  // Loaded lazily: the detector is large, and most calls write nothing.
  const { secretsIn } = await import("../../core/redact/text.js");
  const found = secretsIn(text, { lone: false }).find(({ kind }) => isLive(kind));
  if (found === undefined) return undefined;
  return {
    kind: "write",
    severity: "risky",
    certainty: "likely",
    words: `${String(tool)} ${path}`,
    what: `writes a probable live secret (${found.kind}) into a file that may be committed`,
    instead: "read it from an environment variable, and keep it in a file that git ignores",
  };
}

/** The added text, without the removed text. */
function newTexts(input: Readonly<Record<string, unknown>>): string[] {
  const edits = Array.isArray(input["edits"]) ? input["edits"].filter(isRecord) : [];
  return [input, ...edits].flatMap((part) =>
    ["content", "new_string", "new_source"].flatMap((field) => {
      const text = part[field];
      return typeof text === "string" ? [text] : [];
    }),
  );
}
