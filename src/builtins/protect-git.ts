/** Blocks loss of history and uncommitted work, and changes to remote repositories. */
import type { JsonObject } from "../core/text/json.js";
import type { Effect } from "../effects/model/effect.js";
import { ANSWERS, type Answer, effectGuard } from "./_shared/calls/effect-guard.js";

const PROTECTED = ["main", "master", "trunk", "develop", "production", "release/*"];

export default effectGuard({
  name: "protect-git",
  summary: "Blocks loss of git history and forced pushes. Asks about other risky git commands.",
  kinds: ["history", "remote"],
  options: {
    protectedBranches: {
      type: "texts",
      default: PROTECTED,
      help: "Branches that are never overwritten or deleted; `*` matches anything",
    },
    protectedPush: { type: ANSWERS, default: "pass", help: "Verdict for an ordinary push to one of them" },
    push: { type: ANSWERS, default: "pass", help: "Verdict for every other ordinary push" },
  },
  example: { protectedBranches: ["main", "release/*"], protectedPush: "ask" },
  judge(effect, { protectedBranches = PROTECTED, protectedPush = "pass", push = "pass" }: JsonObject) {
    const isOrdinary = effect.severity === "ordinary";
    if (effect.target?.type === "branch" && isOneOf(effect, protectedBranches as readonly string[]))
      return isOrdinary ? stricter(protectedPush as Answer, push as Answer) : "destructive";
    return isOrdinary && effect.kind === "remote" ? (push as Answer) : undefined;
  },
  isNamed: (effect, { protectedBranches = PROTECTED }) => isOneOf(effect, protectedBranches as readonly string[]),
});

function stricter(one: Answer, other: Answer): Answer {
  return ANSWERS.find((answer) => answer === one || answer === other)!;
}

function isOneOf({ target }: Effect, patterns: readonly string[]): boolean {
  const name = target?.name ?? "";
  return patterns.some((pattern) => {
    const parts = pattern.split("*");
    if (parts.length === 1) return name === pattern;
    return isMadeOf(name, parts);
  });
}

/** True if a name consists of these parts in order, with anything in between. */
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
