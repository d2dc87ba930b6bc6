/** What a person is asked to approve: everything that would run, what has changed, and everything the approval covers. */
import type { HookSpec } from "../core/hook.js";
import { cut } from "../core/json.js";
import type { ReviewItem } from "../runtime/review.js";
import type { Change } from "../sources/changes.js";
import { matcherText, runText } from "./describe-hook.js";
import { brief, paint, safe } from "./print.js";
import { wholeText } from "./visible-text.js";

/** Settings of a hook that change what it does as much as its command. */
const TELLING = ["exec", "shell", "cwd", "env", "passEnv", "headers"] as const;

export function reviewText({ source, named, code, files, digest, missing, changes }: ReviewItem): string {
  return [
    `${paint("bold", safe(source.path))}  ${source.dialect}, ${source.state}, hash ${digest.slice(0, 16)}`,
    ...(code ? ["  Code: its hooks are known once it may run."] : named.flatMap(hookLines)),
    ...(named.length === 0 && !code ? ["  No hooks are left in it."] : []),
    ...missing.map(({ id }) =>
      named.some((hook) => hook.id === id)
        ? `  The guard "${safe(id)}" has changed, or a file it uses: approving this puts it in force as it is now.`
        : `  ${paint("red", `The guard "${safe(id)}" was approved and is gone: approving this gives it up.`)}`,
    ),
    ...(changes.length > 0 ? ["  Since the last approval:", ...changes.flatMap(changeLines)] : []),
    "  The approval covers:",
    ...files.map(({ path }) => `    ${safe(path)}`),
    "",
  ].join("\n");
}

export function changeLines({ what, how, lines }: Change): string[] {
  const title = `    ${how}: ${safe(what)}${how === "changed" && lines === undefined ? " (too much to show, or no text)" : ""}`;
  const colours = { "-": "red", "+": "green", " ": "grey" } as const;
  return [
    title,
    ...(lines ?? []).map(({ sign, text }) => paint(colours[sign], `      ${sign} ${cut(safe(text), 160)}`)),
  ];
}

function hookLines(hook: HookSpec): string[] {
  const agents = hook.agents?.join(",") ?? "every agent";
  const run: Readonly<Record<string, unknown>> = { ...hook.run };
  return [
    `  ${[hook.id, hook.event, matcherText(hook.match), agents, hook.guard ? "guard" : "no guard"].map((text) => brief(text, 120)).join("  ")}`,
    ...wholeText(runText(hook), "      "),
    ...TELLING.filter((name) => run[name] !== undefined).flatMap((name) =>
      wholeText(`${name}: ${JSON.stringify(run[name])}`, "      "),
    ),
  ];
}
