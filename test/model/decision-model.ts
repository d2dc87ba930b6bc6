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

interface Heard {
  readonly hook: ModelHook;
  readonly answer: ModelAnswer;
}

const isGuest = ({ level }: ModelHook) => level === "project" || level === "plugin";

/**
 * Hosts are the hooks of the person and of what the person installed, guests those of projects and plugins. Hosts speak
 * first and judge what they made of the input. Guests may change what is left of it, and then hosts judge that as well.
 */
export function decide(fire: ModelFire): ModelDecision {
  const can = (ability: string) => fire.abilities.includes(ability);
  const where = <T>(ability: string, value: T) => (can(ability) ? value : undefined);
  const opinions: Opinion[] = [];
  const heard: Heard[] = [];
  const ran: string[] = [];
  const skipped: string[] = [];
  const keptByHosts = new Set<string>();
  let input = fire.input;
  let denied = false;

  const listen = (hook: ModelHook, seen: Input | undefined): ModelAnswer => {
    ran.push(hook.id);
    return effectiveAnswer(hook, hook.reply(seen), fire.interactive);
  };
  /** The input that a hook wants, in so far as it may. */
  const wish = ({ hook, answer }: Heard): Input | undefined => {
    if (answer.input === undefined || hook.guard || !can("rewrite")) return undefined;
    const wanted: Record<string, unknown> = { ...answer.input };
    for (const key of isGuest(hook) ? keptByHosts : []) {
      delete wanted[key];
      if (input !== undefined && key in input) wanted[key] = input[key];
    }
    return wanted;
  };
  const change = (to: Input, guest: boolean) => {
    const before = input ?? {};
    if (!guest)
      for (const key of new Set([...Object.keys(before), ...Object.keys(to)]))
        if (!same(before[key], to[key])) keptByHosts.add(key);
    if (!same(to, before)) input = to;
  };
  const count = ({ hook, answer }: Heard, seen: Input | undefined) => {
    heard.push({ hook, answer });
    // Where nobody can be asked but the event can be denied, a question is answered with no.
    const verdict = answer.verdict === "ask" && !can("ask") && can("deny") ? "deny" : answer.verdict;
    if (verdict === undefined || !can(verdict)) return;
    if (verdict === "allow" && isGuest(hook)) return;
    if (verdict === "deny") denied = true;
    opinions.push({ verdict, reason: answer.reason, meant: answer.input ?? seen });
  };
  const runStage = (stage: readonly ModelHook[]) => {
    if (stage[0]!.strategy === "parallel" && !denied) {
      const before = input;
      const answers = stage.map((hook) => ({ hook, answer: listen(hook, before) }));
      const wishes = answers.map(wish).filter((one) => one !== undefined);
      const together = mergeKeys(before ?? {}, wishes);
      if (together.conflict) opinions.push({ verdict: "ask", reason: CONFLICT, meant: undefined });
      if (together.changed) change(together.input, isGuest(stage[0]!));
      for (const one of answers) count(one, before);
      return;
    }
    for (const hook of stage) {
      if (denied) {
        skipped.push(hook.id);
        continue;
      }
      const seen = input;
      const one = { hook, answer: listen(hook, seen) };
      const wanted = wish(one);
      if (wanted !== undefined) change(wanted, isGuest(hook));
      count(one, seen);
    }
  };
  const runAll = (hooks: readonly ModelHook[]) => {
    for (const stage of stagesOf(hooks)) runStage(stage);
  };

  const inOrder = [...fire.hooks].sort((a, b) => a.rank - b.rank); // stable: equal ranks keep their positions
  const [hosts, guests] = [inOrder.filter((hook) => !isGuest(hook)), inOrder.filter(isGuest)];
  runAll(hosts.filter(({ guard }) => !guard));
  runAll(hosts.filter(({ guard }) => guard));
  const ofHosts = input;
  const allowedByHosts = opinions.some(({ verdict, meant }) => verdict === "allow" && same(meant, ofHosts));
  runAll(guests.filter(({ guard }) => !guard));
  const ofGuests = !same(input, ofHosts);
  if (ofGuests && !denied) runAll(hosts.filter(({ guard }) => guard));
  runAll(guests.filter(({ guard }) => guard));

  const standing = opinions.filter(
    ({ verdict, meant }) => verdict !== "allow" || (same(meant, input) && (allowedByHosts || !ofGuests)),
  );
  const winner = (["deny", "ask", "allow"] as const).flatMap((wanted) =>
    standing.filter(({ verdict }) => verdict === wanted),
  )[0];
  const outputs = heard.filter(({ answer }) => answer.output !== undefined);
  const output = outputs.filter(({ hook }) => !isGuest(hook)).at(-1) ?? outputs.at(-1);
  return {
    verdict: winner?.verdict ?? "none",
    reason: winner?.reason,
    input,
    context: where("context", joinContext(contextsOf(heard), fire.contextBudget)),
    output: where("replaceOutput", output?.answer.output),
    forceContinue: where(
      "forceContinue",
      heard.find(({ answer }) => answer.forceContinue)?.answer.forceContinue?.reason,
    ),
    ran,
    skipped,
  };
}

/** Hosts before guests. A host that judges twice says the same thing once. */
function contextsOf(heard: readonly Heard[]): string[] {
  const said = heard.filter(({ answer }) => answer.context);
  const first = said.filter(
    ({ hook, answer }, i) => said.findIndex((one) => one.hook === hook && one.answer.context === answer.context) === i,
  );
  return [false, true].flatMap((guest) =>
    first
      .filter(({ hook }) => isGuest(hook) === guest)
      .map(({ hook, answer }) => (guest ? fenced(hook, answer.context!) : answer.context!)),
  );
}

/** The texts of scenarios are plain and have one line. */
function fenced({ id, rank }: ModelHook, line: string): string {
  const from = `context of hook "${id}", source "source-${rank}": it came with the project or a plugin, not from the user`;
  return `--- ${from} ---\n| ${line}\n--- end of context ---`;
}

/** Neighbours of one strategy together. */
function stagesOf(hooks: readonly ModelHook[]): ModelHook[][] {
  const stages: ModelHook[][] = [];
  for (const hook of hooks) {
    if (stages.at(-1)?.[0]?.strategy === hook.strategy) stages.at(-1)!.push(hook);
    else stages.push([hook]);
  }
  return stages;
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
