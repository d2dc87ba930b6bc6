/**
 * Selects and orders the hooks of an event.
 * Hooks are sorted by source, then by position. The owners' rewriters run first, each on the last one's input, then the
 * owners' guards. Hooks of projects and plugins follow in the same two steps. If they change the input, all guards run
 * again. So a project cannot affect what ran before it. Neighbours that run in parallel form one stage.
 */

import { nativeEventName } from "../events/events.js";
import type { HookEvent } from "../events/payload.js";
import { toNativeTool } from "../events/tools.js";
import {
  alsoSubject,
  anySubject,
  type CompiledMatch,
  compileMatch,
  type MatchAnswer,
  type MatchEngines,
  subjectOf,
} from "../match/compile.js";
import type { Profiles } from "../ports.js";
import { isRecord } from "../text/json.js";
import { type AdmittedHook, bySource, mayAllow, runsInBackground } from "./admission.js";
import type { Strategy } from "./hook.js";

export interface Stage {
  readonly strategy: Strategy;
  /** Guards check the input and cannot change it. */
  readonly guard: boolean;
  /** True for owners' hooks. */
  readonly owner: boolean;
  readonly hooks: readonly AdmittedHook[];
}

export interface Selection {
  readonly stages: readonly Stage[];
  readonly background: readonly AdmittedHook[];
  /** Hooks whose pattern could not be evaluated; guards among them apply their failure contract. */
  readonly undecided: readonly AdmittedHook[];
  /** True if one of the hooks runs once per session. */
  readonly once: boolean;
}

interface Planned {
  readonly hook: AdmittedHook;
  readonly order: number;
  readonly match: CompiledMatch;
}

interface Candidates {
  readonly planned: readonly Planned[];
  readonly undecided: readonly AdmittedHook[];
  /** Set if the subject alone decides, so that the selection can be cached. */
  readonly selection?: Selection;
}

const EMPTY: Selection = Object.freeze({ stages: [], background: [], undecided: [], once: false });
/** Names come from agents and are few; the limit stops a hostile stream of new ones. */
const CACHE_BOUND = 512;
type Cache = Map<string, Map<string | undefined, Candidates>>;

/** An immutable table of admitted hooks. A fire keeps the table it started with. */
export class HookTable {
  readonly hooks: readonly AdmittedHook[];
  readonly #byEvent = new Map<string, Planned[]>();
  /** Keyed by event, then by subject. */
  readonly #known: Cache = new Map();
  /** For events with an agent: keyed by event, then by all of the agent's names for it. */
  readonly #knownNative: Cache = new Map();
  readonly #profiles: Profiles;

  constructor(hooks: readonly AdmittedHook[], profiles: Profiles, engines: MatchEngines) {
    this.#profiles = profiles;
    // Equal ranks keep their order: sorting is stable.
    this.hooks = [...hooks].sort((a, b) => bySource(a.source, b.source));
    this.hooks.forEach((hook, order) => {
      const planned = { hook, order, match: compileMatch(hook.match, engines) };
      const list = this.#byEvent.get(hook.event);
      if (list) list.push(planned);
      else this.#byEvent.set(hook.event, [planned]);
    });
  }

  get isEmpty(): boolean {
    return this.hooks.length === 0;
  }

  has(event: string): boolean {
    return this.#byEvent.has(event);
  }

  /** True if a hook exists for this event, by its canonical or native name. */
  concerns({ name, native }: HookEvent): boolean {
    return this.has(name) || (native !== undefined && this.has(nativeEventName(native.agent, native.event)));
  }

  /** Synchronous unless a pattern needs the worker. */
  select(event: HookEvent): Selection | Promise<Selection> {
    const candidates = this.#candidatesFor(event);
    if (candidates instanceof Promise) return candidates.then((found) => this.#narrow(found, event));
    return candidates.selection ?? this.#narrow(candidates, event);
  }

  /** For `explain`: every hook of the event, and why it would or would not run. */
  async explain(event: HookEvent): Promise<{ hook: AdmittedHook; runs: boolean; why: string }[]> {
    const answers = [];
    for (const { hook, match } of this.#listFor(event)) {
      if (!isForAgent(hook, event)) {
        answers.push({ hook, runs: false, why: whyNotFor(hook, event) });
        continue;
      }
      const subject = this.#subjectFor(hook, event);
      const bySubject = await this.#bySubject(hook, match, event);
      const answer = bySubject === true ? ((await match.details?.(event)) ?? true) : bySubject;
      answers.push({
        hook,
        runs: answer !== false,
        why: explanation(hook, subject, bySubject, answer, event.payload.unreadable_input === true),
      });
    }
    return answers;
  }

  #listFor(event: HookEvent): readonly Planned[] {
    const canonical = this.#byEvent.get(event.name) ?? [];
    const native = event.native && this.#byEvent.get(nativeEventName(event.native.agent, event.native.event));
    if (!native || native === canonical) return canonical;
    return [...canonical, ...native].sort((a, b) => a.order - b.order);
  }

  #candidatesFor(event: HookEvent): Candidates | Promise<Candidates> {
    const { native } = event;
    const cache = native === undefined ? this.#known : this.#knownNative;
    // A concatenated string would be hashed again in every fire.
    const key = native === undefined ? subjectOf(event) : nativeKey(event, native);
    const known = cache.get(event.name)?.get(key);
    if (known) return known;
    const found = this.#findCandidates(event);
    if (!(found instanceof Promise)) remember(cache, event.name, key, found);
    return found;
  }

  #findCandidates(event: HookEvent): Candidates | Promise<Candidates> {
    const list = this.#listFor(event).filter(({ hook }) => isForAgent(hook, event));
    const answers = list.map(({ hook, match }) => this.#bySubject(hook, match, event));
    if (answers.some((answer) => answer instanceof Promise)) {
      return Promise.all(answers).then((known) => toCandidates(list, known));
    }
    return toCandidates(list, answers as MatchAnswer[]);
  }

  #narrow(candidates: Candidates, event: HookEvent): Selection | Promise<Selection> {
    const { planned, undecided } = candidates;
    const answers = planned.map(({ match }) => match.details?.(event) ?? true);
    const select = (known: readonly MatchAnswer[]) => {
      const hooks = planned.filter((_, i) => known[i] === true).map(({ hook }) => hook);
      return toSelection(hooks, [
        ...undecided,
        ...planned.filter((_, i) => known[i] === "broken").map(({ hook }) => hook),
      ]);
    };
    return answers.some((answer) => answer instanceof Promise)
      ? Promise.all(answers).then(select)
      : select(answers as MatchAnswer[]);
  }

  #bySubject(hook: AdmittedHook, match: CompiledMatch, event: HookEvent): MatchAnswer | Promise<MatchAnswer> {
    const also = hook.nativeTo === undefined ? alsoSubject(event) : undefined;
    return anySubject(match, this.#subjectFor(hook, event), also && this.#nameFor(hook, also));
  }

  /** The name that this hook's matcher tests: raw for native hooks, the dialect's own for dialects with other names. */
  #subjectFor(hook: AdmittedHook, event: HookEvent): string | undefined {
    if (hook.nativeTo !== undefined) return rawToolName(event);
    const subject = subjectOf(event);
    return subject === undefined || event.payload["tool_name"] !== subject ? subject : this.#nameFor(hook, subject);
  }

  #nameFor(hook: AdmittedHook, tool: string): string {
    const tools = this.#profiles[hook.dialect]?.tools;
    return tools === undefined ? tool : toNativeTool(tools, { name: tool, input: {} }).name;
  }
}

function whyNotFor(hook: AdmittedHook, event: HookEvent): string {
  const agent = event.native?.agent;
  if (agent !== undefined && hook.runBy?.includes(agent)) return `${agent} reads this file and runs it itself`;
  return `only for ${hook.agents?.join(", ") ?? hook.nativeTo}`;
}

export function isForAgent(hook: AdmittedHook, event: HookEvent): boolean {
  const agent = event.native?.agent;
  if (agent !== undefined && hook.runBy?.includes(agent)) return false;
  if (hook.nativeTo !== undefined && hook.nativeTo !== agent) return false;
  return hook.agents === undefined || (agent !== undefined && hook.agents.includes(agent));
}

function rawToolName(event: HookEvent): string | undefined {
  const raw = event.native?.payload;
  if (!isRecord(raw)) return undefined;
  const name = raw["tool_name"] ?? raw["toolName"] ?? raw["tool"];
  return typeof name === "string" ? name : subjectOf(event);
}

function nativeKey(event: HookEvent, { agent, event: name }: NonNullable<HookEvent["native"]>): string {
  return JSON.stringify([agent, name, rawToolName(event), subjectOf(event), alsoSubject(event)]);
}

function remember(cache: Cache, event: string, key: string | undefined, candidates: Candidates): void {
  if (cache.size >= CACHE_BOUND) cache.clear();
  const ofEvent = cache.get(event) ?? new Map<string | undefined, Candidates>();
  if (ofEvent.size >= CACHE_BOUND) ofEvent.clear();
  cache.set(event, ofEvent.set(key, candidates));
}

function toCandidates(list: readonly Planned[], answers: readonly MatchAnswer[]): Candidates {
  const planned = list.filter((_, i) => answers[i] === true);
  const undecided = list.filter((_, i) => answers[i] === "broken").map(({ hook }) => hook);
  if (planned.some(({ match }) => match.details !== undefined)) return { planned, undecided };
  const hooks = planned.map(({ hook }) => hook);
  return { planned, undecided, selection: toSelection(hooks, undecided) };
}

export function toSelection(hooks: readonly AdmittedHook[], undecided: readonly AdmittedHook[]): Selection {
  if (hooks.length === 0 && undecided.length === 0) return EMPTY;
  const background = hooks.filter(runsInBackground);
  const waiting = hooks.filter((hook) => !runsInBackground(hook));
  return { stages: toStages(waiting), background, undecided, once: hooks.some((hook) => hook.once) };
}

/** Owners first; rewriters, then guards; parallel neighbours share a stage. */
export function toStages(hooks: readonly AdmittedHook[]): Stage[] {
  const stages: { strategy: Strategy; guard: boolean; owner: boolean; hooks: AdmittedHook[] }[] = [];
  for (const [owner, guard] of TURNS) {
    for (const hook of hooks) {
      if (hook.guard !== guard || mayAllow(hook.source.level) !== owner) continue;
      const last = stages.at(-1);
      if (last && last.owner === owner && last.guard === guard && last.strategy === hook.strategy)
        last.hooks.push(hook);
      else stages.push({ strategy: hook.strategy, guard, owner, hooks: [hook] });
    }
  }
  return stages;
}

const TURNS = [
  [true, false],
  [true, true],
  [false, false],
  [false, true],
] as const;

function explanation(
  hook: AdmittedHook,
  subject: string | undefined,
  bySubject: MatchAnswer,
  answer: MatchAnswer,
  unreadable: boolean,
): string {
  if (answer === "broken")
    return unreadable
      ? "the call cannot be parsed; a guard counts as failed"
      : "its pattern could not be evaluated in time";
  if (hook.match.never !== undefined) return hook.match.never;
  if (bySubject === false)
    return subject === undefined
      ? "the event has nothing for its matcher to test"
      : `its matcher does not match "${subject}"`;
  if (answer === false) return "its matcher does not match the input";
  return Object.keys(hook.match).length === 0 ? "matches every call" : "its matcher matches";
}
