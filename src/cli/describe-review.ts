/** What a person is asked to approve: everything that would run, and everything the approval covers. */
import type { HookSpec } from "../core/hook.js";
import type { ReviewItem } from "../runtime/review.js";
import { matcherText, runText } from "./describe-hook.js";
import { brief, paint, safe } from "./print.js";

/** Settings of a hook that change what it does as much as its command. */
const TELLING = ["exec", "shell", "cwd", "env", "passEnv", "headers"] as const;

export function reviewText({ source, hooks, code, files, digest }: ReviewItem): string {
  return [
    `${paint("bold", safe(source.path))}  ${source.dialect}, ${source.state}, hash ${digest.slice(0, 16)}`,
    ...(code ? ["  Code: its hooks are known once it may run."] : hooks.flatMap(hookLines)),
    "  The approval covers:",
    ...files.map(({ path }) => `    ${safe(path)}`),
    "",
  ].join("\n");
}

function hookLines(hook: HookSpec): string[] {
  const agents = hook.agents?.join(",") ?? "every agent";
  const run: Readonly<Record<string, unknown>> = { ...hook.run };
  return [
    `  ${[hook.id, hook.event, matcherText(hook.match), agents, hook.guard ? "guard" : "no guard"].map((text) => brief(text, 120)).join("  ")}`,
    `      ${safe(runText(hook)).replaceAll("\n", "\n      ")}`,
    ...TELLING.filter((name) => run[name] !== undefined).map(
      (name) => `      ${name}: ${safe(JSON.stringify(run[name]))}`,
    ),
  ];
}
