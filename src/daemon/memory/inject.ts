/**
 * What an event is given from memory: found in the store, checked against the repository as it is now, within the
 * budgets, once per session. Too slow means nothing.
 */
import { capabilityIn } from "../../adapters/_shared/event-table.js";
import { looksInjected } from "../../builtins/_shared/text/looks-injected.js";
import type { Note } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import { type MemoryRow, type ShownOutcome, type ShownRow, trustsAtLeast } from "../../core/records/memory.js";
import type { InjectCandidates, InjectQuery, MemoryStore } from "../../core/records/memory-store.js";
import { isRecord } from "../../core/text/json.js";
import { errorAddress, fitLines, LOW, memoryLine, promptWords, short, simpleCommand } from "../../memory/index.js";
import type { Recalled, RecallRequest } from "../../runtime/call/types.js";
import { toolFacts } from "../../runtime/record/tool-facts.js";
import { Branches } from "./branches.js";
import { holds } from "./citations.js";
import { isHeldOut } from "./holdout.js";
import { type MemorySettings, projectAllows } from "./settings.js";
import { type Checkout, checkoutOf, insideOf } from "./world.js";

export interface InjectOptions {
  readonly store: Pick<MemoryStore, "injectable" | "noteShown">;
  readonly home: string;
  log(event: string, text: string): void;
}

/** Sources at which a session begins from nothing (CI-05). */
const FRESH: ReadonlySet<unknown> = new Set([undefined, "startup", "clear", "new"]);
/** A prompt with fewer words of its own only continues. */
const LEAST_WORDS = 3;
const MOST_CITED_FILES = 5;
const MOST_SESSIONS = 1_000;
const CHANGES: ReadonlySet<unknown> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
/** Noted for one event. */
const MOST_WITHHELD = 30;
const SUMMARY_CHARS = 200;
/** Beside the memories that fit a prompt. */
const SESSIONS_FOR_PROMPT = 2;
/** With the prompt that fits. */
const FITTING_CHARS = 340;
const DAY = 86_400_000;

interface Line {
  readonly id: string;
  readonly text: string;
  readonly score: number;
}

export class Injector {
  readonly #options: InjectOptions;
  readonly #branches = new Branches();
  /** What this process has shown or withheld, by session: the store learns it a moment later. */
  readonly #noted = new Map<string, Set<string>>();

  constructor(options: InjectOptions) {
    this.#options = options;
  }

  /** Never rejects; never longer than `recallMs`. */
  async recall(request: RecallRequest, settings: MemorySettings): Promise<Recalled | undefined> {
    const startedAt = performance.now();
    let over: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((done) => {
      over = setTimeout(() => done("late"), settings.inject.recallMs);
    });
    try {
      const found = this.#prepare(request, settings);
      const result = await Promise.race([found, late]);
      found.catch(() => {});
      // On a busy machine a late result may come before the timer.
      const isLate = result === "late" || performance.now() - startedAt > settings.inject.recallMs;
      if (!isLate) return result?.();
      this.#options.log(request.event.name, `nothing: recall took longer than ${settings.inject.recallMs} ms`);
    } catch (error) {
      this.#options.log(request.event.name, `nothing: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      clearTimeout(over);
    }
    return undefined;
  }

  /** The result takes effect only when it is called: a late one never does. */
  async #prepare(request: RecallRequest, settings: MemorySettings): Promise<(() => Recalled | undefined) | undefined> {
    const { event, cwd, adapter, presence } = request;
    const checkout = checkoutOf(cwd, this.#options.home, settings);
    if (checkout === undefined || !projectAllows(checkout.root, "inject")) return undefined;
    const about = aboutOf(event, checkout, settings);
    if (about === undefined) return undefined;
    const session = event.payload.session_id;
    const query = {
      scope: checkout.scope,
      trust: settings.trust,
      about,
      ...(typeof session === "string" ? { session } : {}),
    };
    const candidates = await this.#options.store.injectable(query);
    if (candidates.memories.length + candidates.summaries.length === 0) return undefined;
    const now = Date.now();
    const { lines, withheld } = await this.#check(candidates, checkout, settings, about, query.session, now);
    if (!capabilityIn(adapter, event, presence).context)
      return () => (lines.length === 0 ? undefined : { notes: [noContext(adapter.title)] });
    return () => this.#fit(request, settings, about, candidates.chars, lines, withheld, now);
  }

  async #check(
    { memories, summaries, seen }: InjectCandidates,
    { root }: Checkout,
    settings: MemorySettings,
    about: InjectQuery["about"],
    session: string | undefined,
    now: number,
  ): Promise<{ readonly lines: Line[]; readonly withheld: [string, number, ShownOutcome][] }> {
    const shown = new Set([...seen, ...(this.#noted.get(session ?? "") ?? [])]);
    const chars = about.kind === "prompt" ? FITTING_CHARS : SUMMARY_CHARS;
    const files = new Set<string>();
    const lines: Line[] = [];
    const withheld: [string, number, ShownOutcome][] = [];
    const least = about.kind === "prompt" ? about.least : 0;
    for (const { memory, score } of memories) {
      const why = shown.has(memory.id)
        ? "withheld: seen"
        : score < least
          ? "withheld: below band"
          : await this.#whyNot(memory, root, settings, files);
      if (why !== undefined) withheld.push([memory.id, score, why]);
      else if (lines.length < settings.inject.memories)
        lines.push({ id: memory.id, text: memoryLine(memory, now), score });
      else withheld.push([memory.id, score, "withheld: budget"]);
    }
    let room = about.kind === "prompt" ? SESSIONS_FOR_PROMPT : settings.inject.summaries;
    for (const one of summaries) {
      const { session: id, at, text: byRules, score, byModel } = one;
      if (room === 0 && score >= least) continue;
      const isTrusted = byModel !== undefined && trustsAtLeast(byModel.trust, settings.trust);
      const text = isTrusted && byModel.trust !== "external" ? `${byModel.title}: ${byModel.summary}` : byRules;
      const days = Math.max(0, Math.floor((now - at) / DAY));
      // A prompt can hold what a stranger wrote.
      const why = shown.has(id)
        ? "withheld: seen"
        : score < least
          ? "withheld: below band"
          : looksInjected(text)
            ? "withheld: suspicious"
            : one.isOutdated
              ? "withheld: stale"
              : await this.#gone(one, root, files);
      if (why !== undefined) withheld.push([id, score, why]);
      else {
        lines.push({ id, text: `session · ${days} d · ${short(text, chars)}`, score });
        room--;
      }
    }
    return { lines, withheld };
  }

  async #whyNot(
    memory: MemoryRow,
    root: string,
    settings: MemorySettings,
    files: Set<string>,
  ): Promise<ShownOutcome | undefined> {
    const { trust, text, type, reviewed } = memory;
    if (!trustsAtLeast(trust, settings.trust) || trust === "imported" || trust === "external") return "withheld: trust";
    // An error of a program can repeat what a stranger wrote, and so can a prompt. The rest of the user's was said by a person to us.
    const isPersons = trust === "user" && (type !== "rule" || reviewed === true);
    if (!isPersons && looksInjected(text)) return "withheld: suspicious";
    return this.#gone(memory, root, files);
  }

  /** What it rests on is not in this checkout. */
  async #gone(
    { cites = [], place }: Pick<MemoryRow, "cites" | "place">,
    root: string,
    files: Set<string>,
  ): Promise<ShownOutcome | undefined> {
    for (const cite of cites) {
      files.add(cite.file);
      if (files.size > MOST_CITED_FILES) return "withheld: budget";
      if (!holds(root, cite)) return "withheld: stale";
    }
    return (await this.#branches.isVisible(place, root)) ? undefined : "withheld: branch";
  }

  #fit(
    { event, record, room }: RecallRequest,
    settings: MemorySettings,
    { kind }: InjectQuery["about"],
    used: number,
    lines: readonly Line[],
    withheld: [string, number, ShownOutcome][],
    at: number,
  ): Recalled | undefined {
    const limits = settings.inject.chars;
    const isTool = kind !== "start" && kind !== "prompt";
    const ofEvent = isTool ? limits.tool : limits[kind];
    const most = Math.min(ofEvent, room, limits.session - used);
    const { text, taken } = fitLines(
      lines.map((one) => one.text),
      most,
    );
    const shown = taken.map((n) => lines[n]!);
    const cut = lines
      .filter((one) => !shown.includes(one))
      .map((one) => [one.id, one.score, "withheld: budget"] as const);
    const session = event.payload.session_id;
    const isOut = typeof session === "string" && isHeldOut(session, settings.holdout);
    const outcome = isOut ? "withheld: holdout" : "shown";
    const length = isOut ? 0 : (text?.length ?? 0);
    const rows = [
      ...shown.map(({ id, score }, n) => [id, score, outcome, n === 0 ? length : 0] as const),
      ...[...withheld, ...cut].slice(0, MOST_WITHHELD).map(([id, score, why]) => [id, score, why, 0] as const),
    ].filter(([id, , what]) => this.#isNew(session, id, what, isTool));
    if (rows.length > 0)
      this.#note(
        rows.map(([memory, score, outcome, chars]) => ({
          at,
          event: event.name,
          record,
          memory,
          score,
          outcome,
          chars,
          ...(session === undefined ? {} : { session }),
        })),
      );
    if (text === undefined || isOut) return undefined;
    this.#options.log(
      event.name,
      `memories=${shown.length} chars=${text.length} withheld=${withheld.length + cut.length}`,
    );
    return { text, notes: [] };
  }

  #note(rows: readonly ShownRow[]): void {
    this.#options.store.noteShown(rows).catch(() => {}); // the store reports its own problems
  }

  /** A memory is shown once per session. That a file has some that were shown is noted once, not at each of its changes. */
  #isNew(session: unknown, id: string, outcome: ShownOutcome, isTool: boolean): boolean {
    if (typeof session !== "string") return true;
    const isGiven = outcome === "shown" || outcome === "withheld: holdout";
    if (!isGiven && !isTool) return true;
    const noted = this.#noted.get(session) ?? new Set<string>();
    if (this.#noted.size > MOST_SESSIONS) this.#noted.clear();
    this.#noted.set(session, noted);
    const key = isGiven ? id : `${id} ${outcome}`;
    if (noted.has(key)) return false;
    noted.add(key);
    return true;
  }
}

/** Undefined if the event is given nothing. */
function aboutOf(event: HookEvent, { root }: Checkout, { inject }: MemorySettings): InjectQuery["about"] | undefined {
  const { payload } = event;
  switch (event.name) {
    case "SessionStart":
      if (!inject.start || !FRESH.has(payload["source"])) return undefined;
      return { kind: "start", memories: inject.memories };
    case "UserPromptSubmit": {
      const text = payload["prompt"];
      if (!inject.prompt || typeof text !== "string" || promptWords(text).length < LEAST_WORDS) return undefined;
      return { kind: "prompt", text, least: inject.high, low: Math.min(LOW, inject.high) };
    }
    case "PostToolUse":
    case "PostToolUseFailure":
      return inject.tool ? aboutTool(event, root) : undefined;
  }
  return undefined;
}

function aboutTool(event: HookEvent, root: string): InjectQuery["about"] | undefined {
  const { tool_name: tool, tool_input: input } = event.payload;
  const { command, file_path: file } = isRecord(input) ? input : {};
  const facts = toolFacts(event);
  if (tool === "Bash" && facts["success"] === false && typeof command === "string") {
    const simple = simpleCommand(command);
    return simple === undefined
      ? undefined
      : { kind: "failure", address: errorAddress(simple, String(facts["error"] ?? "")) };
  }
  if (typeof file !== "string" || facts["success"] !== true || (tool !== "Read" && !CHANGES.has(tool)))
    return undefined;
  const inside = insideOf(root, file);
  return inside === undefined ? undefined : { kind: "file", file: inside, hints: CHANGES.has(tool) };
}

function noContext(title: string): Note {
  return { code: "MEMORY_NO_CONTEXT", message: `${title} accepts no context here; nothing was added from memory.` };
}
