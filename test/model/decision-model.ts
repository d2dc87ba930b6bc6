/**
 * What many hooks together must decide, written from the rules alone. It shares no code with the product on
 * purpose: simple where the product is quick, so that a difference between the two is worth a look.
 */
import type { Input, ModelAnswer, ModelDecision, ModelFire, ModelHook, ModelReply, ModelVerdict } from "./fire.js";

/** Reasons that the product words itself; the comparison brings its words down to these. */
export const CONFLICT = "conflict";
export const failureReason = (id: string) => `failed ${id}`;

interface Opinion {
  readonly verdict: ModelVerdict;
  readonly reason: string | undefined;
  readonly meant: Input | undefined;
}

export function decide(fire: ModelFire): ModelDecision {
  const can = (ability: string) => fire.abilities.includes(ability);
  const where = <T>(ability: string, value: T) => (can(ability) ? value : undefined);
  const opinions: Opinion[] = [];
  const answers: ModelAnswer[] = [];
  const ran: string[] = [];
  const skipped: string[] = [];
  let input = fire.input;
  let denied = false;

  const listen = (hook: ModelHook, seen: Input | undefined): ModelAnswer => {
    ran.push(hook.id);
    return effectiveAnswer(hook, hook.reply(seen), fire.interactive);
  };
  const rewriteOf = (hook: ModelHook, answer: ModelAnswer) =>
    hook.guard || !can("rewrite") ? undefined : answer.input;
  const count = (hook: ModelHook, answer: ModelAnswer, seen: Input | undefined) => {
    answers.push(answer);
    // Where nobody can be asked but the event can be denied, a question is answered with no.
    const verdict = answer.verdict === "ask" && !can("ask") && can("deny") ? "deny" : answer.verdict;
    if (verdict === undefined || !can(verdict)) return;
    if (verdict === "allow" && (hook.level === "project" || hook.level === "plugin")) return;
    if (verdict === "deny") denied = true;
    opinions.push({ verdict, reason: answer.reason, meant: answer.input ?? seen });
  };

  for (const stage of stagesOf(fire.hooks)) {
    if (stage[0]!.strategy === "parallel" && !denied) {
      const before = input;
      const heard = stage.map((hook) => ({ hook, answer: listen(hook, before) }));
      const rewrites = heard.map(({ hook, answer }) => rewriteOf(hook, answer)).filter((one) => one !== undefined);
      const together = mergeKeys(before ?? {}, rewrites);
      if (together.conflict) opinions.push({ verdict: "ask", reason: CONFLICT, meant: undefined });
      if (together.changed) input = together.input;
      for (const { hook, answer } of heard) count(hook, answer, before);
      continue;
    }
    for (const hook of stage) {
      if (denied) {
        skipped.push(hook.id);
        continue;
      }
      const seen = input;
      const answer = listen(hook, seen);
      input = rewriteOf(hook, answer) ?? input;
      count(hook, answer, seen);
    }
  }

  const standing = opinions.filter(({ verdict, meant }) => verdict !== "allow" || same(meant, input));
  const winner = (["deny", "ask", "allow"] as const).flatMap((wanted) =>
    standing.filter(({ verdict }) => verdict === wanted),
  )[0];
  const contexts = answers.flatMap(({ context }) => context || []);
  return {
    verdict: winner?.verdict ?? "none",
    reason: winner?.reason,
    input,
    context: where("context", joinContext(contexts, fire.contextBudget)),
    output: where("replaceOutput", answers.filter(({ output }) => output !== undefined).at(-1)?.output),
    forceContinue: where("forceContinue", answers.find((one) => one.forceContinue)?.forceContinue?.reason),
    ran,
    skipped,
  };
}

/** Those that may rewrite before those that judge; within each, neighbours of one strategy together. */
function stagesOf(hooks: readonly ModelHook[]): ModelHook[][] {
  const inOrder = [...hooks].sort((a, b) => a.rank - b.rank); // stable: equal ranks keep their positions
  return [false, true].flatMap((guard) => {
    const stages: ModelHook[][] = [];
    for (const hook of inOrder.filter((one) => one.guard === guard)) {
      if (stages.at(-1)?.[0]?.strategy === hook.strategy) stages.at(-1)!.push(hook);
      else stages.push([hook]);
    }
    return stages;
  });
}

function effectiveAnswer(hook: ModelHook, reply: ModelReply, interactive: boolean): ModelAnswer {
  if (hook.mode === "observe") return {};
  if (typeof reply === "object") return reply;
  const declared = reply === "hangs" ? (hook.onTimeout ?? hook.onFailure) : hook.onFailure;
  const mode = declared ?? (hook.guard ? (interactive ? "ask" : "deny") : "allow");
  return mode === "allow" ? {} : { verdict: mode, reason: failureReason(hook.id) };
}

function mergeKeys(before: Input, rewrites: readonly Input[]): { input: Input; changed: boolean; conflict: boolean } {
  let conflict = false;
  const merged: Record<string, unknown> = {};
  for (const key of new Set([before, ...rewrites].flatMap((one) => Object.keys(one)))) {
    const wanted = new Map(rewrites.map((one) => [text(one[key]), one[key]]));
    wanted.delete(text(before[key]));
    if (wanted.size > 1) conflict = true;
    const value = wanted.size === 1 ? [...wanted.values()][0] : before[key];
    if (value !== undefined) merged[key] = value;
  }
  return { input: merged, changed: !same(merged, before), conflict };
}

function joinContext(parts: readonly string[], budget: number): string | undefined {
  const kept: string[] = [];
  for (const part of parts) {
    if ([...kept, part].join("\n\n").length <= budget) kept.push(part);
  }
  return kept.length > 0 ? kept.join("\n\n") : undefined;
}

const same = (a: unknown, b: unknown) => text(a) === text(b);

/** One text per value, whatever the order of its keys. */
function text(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(JSON.stringify(value));
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${key}:${text(inner)}`).join()}}`;
}
