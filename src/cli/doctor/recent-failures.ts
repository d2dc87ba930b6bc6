/** OB-06: hooks that failed in the last day, each cause with words of its own. */

import { FAILURE_HINTS } from "../../core/decision/failure.js";
import { type Finding, type FindingCode, finding } from "../../core/errors.js";
import { lookUp } from "../../core/text/json.js";
import type { LoggedEvent } from "../../runtime/record/read-hook-log.js";
import { isBadPayload, unreadablePayloads, unreadableText } from "../health/guard-health.js";
import type { Check } from "./check.js";

const KINDS: Readonly<Record<string, readonly [FindingCode, string]>> = {
  "not-found": ["HOOK_RUN_NOT_FOUND", "its command or script was not found"],
  "interpreter-missing": ["HOOK_RUN_NOT_FOUND", "the interpreter of its script was not found"],
  "bad-json": ["HOOK_RUN_BAD_JSON", "what it printed does not parse as JSON"],
  "not-json": ["HOOK_RUN_BAD_JSON", "it printed something other than a JSON object"],
  "wrong-shape": ["HOOK_RUN_BAD_JSON", "it printed JSON of a shape that is not known"],
  timeout: ["HOOK_RUN_TIMEOUT", "it did not answer in time"],
  deadline: ["HOOK_RUN_TIMEOUT", "the time of the event was used up before it answered"],
  "not-executable": ["HOOK_RUN_FORBIDDEN", "permission to run it was denied"],
};

export const recentFailures: Check = {
  name: "failures of the last day",
  passed: "no hook failed in the last day",
  run: (sight) => failuresIn(sight.log().recent),
};

interface Failed {
  readonly hook: string;
  readonly cause: string;
  times: number;
}

/** Newest events first. */
export function failuresIn(recent: readonly LoggedEvent[]): Finding[] {
  const failed = new Map<string, Failed>();
  /** Hooks whose last run went well. */
  const mended = new Map<string, boolean>();
  for (const { hooks } of recent)
    for (const { id, source, outcome, cause = "" } of hooks) {
      if (outcome === "skipped" || outcome === "background" || isBadPayload({ cause })) continue;
      const hook = JSON.stringify([id, source]);
      if (!mended.has(hook)) mended.set(hook, outcome !== "failed");
      if (outcome !== "failed") continue;
      const key = JSON.stringify([hook, cause]);
      const one = failed.get(key) ?? { hook, cause, times: 0 };
      one.times++;
      failed.set(key, one);
    }
  const unreadable = unreadablePayloads(recent, 0).map((one) => finding("PAYLOADS_BAD", unreadableText(one)));
  return [...unreadable, ...[...failed.values()].map((one) => findingOf(one, mended.get(one.hook) === true))];
}

function findingOf({ hook, cause, times }: Failed, mended: boolean): Finding {
  const [id] = JSON.parse(hook) as [string];
  const hint = lookUp<string>(FAILURE_HINTS, cause);
  const [code, why] = lookUp(KINDS, cause) ?? ["HOOK_RUN_FAILED", `cause "${cause}"${hint ? `: ${hint}` : ""}`];
  const often = `failed ${times} time${times === 1 ? "" : "s"} in the last day`;
  return finding(code, `hook "${id}" ${often}: ${why}${mended ? " (its last run went well)" : ""}`);
}
