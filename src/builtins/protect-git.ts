/** Stops what rewrites or loses history and uncommitted work, and what changes a remote repository for everybody. */
import type { JsonObject } from "../core/text/json.js";
import type { Effect } from "../effects/model/effect.js";
import { ANSWERS, type Answer, effectGuard } from "./_shared/calls/effect-guard.js";

const PROTECTED = ["main", "master", "trunk", "develop", "production", "release/*"];

export default effectGuard({
  name: "protect-git",
  summary: "Denies lost history and forced pushes, asks about what only a person may want.",
  kinds: ["history", "remote"],
  options: {
    protectedBranches: {
      type: "texts",
      default: PROTECTED,
      help: "branches that are never overwritten or deleted; a `*` stands for anything",
    },
    protectedPush: { type: ANSWERS, default: "pass", help: "what to answer to an ordinary push to one of them" },
  },
  example: { protectedBranches: ["main", "release/*"], protectedPush: "ask" },
  judge(effect, { protectedBranches = PROTECTED, protectedPush = "pass" }: JsonObject) {
    if (effect.target?.type !== "branch" || !isOneOf(effect, protectedBranches as readonly string[])) return undefined;
    return effect.severity === "ordinary" ? (protectedPush as Answer) : "destructive";
  },
});

function isOneOf({ target }: Effect, patterns: readonly string[]): boolean {
  const name = target!.name;
  return patterns.some((pattern) => {
    const parts = pattern.split("*");
    if (parts.length === 1) return name === pattern;
    return isMadeOf(name, parts);
  });
}

/** Whether a name is these parts in their order, with anything between them. */
function isMadeOf(name: string, parts: readonly string[]): boolean {
  const first = parts[0]!;
  const last = parts.at(-1)!;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
