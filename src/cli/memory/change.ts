/** `memory enable`, `disable`, `edit`, `pin`, `resolve`, `review`, `process`, `rebuild`. */
import { writeMemoryIndex } from "../../builtins/memory-index.js";
import { holderOf } from "../../client/daemon-lock.js";
import { finding } from "../../core/errors.js";
import type { MemoryRow } from "../../core/records/memory.js";
import { redactText } from "../../core/redact/text.js";
import { keepWithin } from "../../daemon/memory/keep.js";
import { loadMemory, switchMemory } from "../../daemon/memory/settings.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import { type Call, MISUSE, OK, PROBLEMS } from "../command.js";
import { amount, json, oneLine, refuse } from "../output/print.js";
import { showOffer, turnOnMemory } from "./offer.js";
import { checkoutHere, withMemory, withNamed } from "./place.js";
import { list } from "./show.js";

const TEXT_CHARS = 600;

export async function enable(call: Call): Promise<number> {
  if (!call.json) showOffer(call);
  if (!(await turnOnMemory(call))) return PROBLEMS;
  const runs = holderOf(daemonPlace(call.places)) !== undefined;
  const next = runs ? "" : " None runs now: start it with `snaphook up`, or with the next session of an agent.";
  return done(call, { enabled: true }, `Memory is on. It works while the daemon runs.${next}`);
}

export async function disable(call: Call): Promise<number> {
  switchMemory(call.places, false);
  return done(call, { enabled: false }, "Memory is off. What is stored stays; `snaphook forget --project` deletes it.");
}

export async function edit(call: Call, id: string | undefined, words: readonly string[]): Promise<number> {
  const text = redactText(words.join(" ").trim());
  if (text === "" || text.length > TEXT_CHARS) {
    refuse(call, finding("USAGE", `give the new text after the id, at most ${TEXT_CHARS} characters`));
    return MISUSE;
  }
  return withNamed(call, id, async (row, store) => {
    call.out(`Old: ${oneLine(row.text)}`);
    call.out(`New: ${oneLine(text)}`);
    if (!(await agreed(call, `change ${row.id}`))) return PROBLEMS;
    await store.changeMemory(row.id, { text, trust: "user", reviewed: true });
    return done(call, { id: row.id, text }, `Changed ${row.id}.`);
  });
}

export function pin(call: Call, id: string | undefined): Promise<number> {
  return withNamed(call, id, async (row, store) => {
    const pinned = row.pinned !== true;
    if (!(await mayChange(call, row, pinned ? "pin" : "unpin"))) return PROBLEMS;
    await store.changeMemory(row.id, { pinned });
    return done(call, { id: row.id, pinned }, `${pinned ? "Pinned" : "Unpinned"} ${row.id}.`);
  });
}

export function resolve(call: Call, id: string | undefined): Promise<number> {
  return withNamed(call, id, async (row, store) => {
    const status = row.status === "active" ? "resolved" : "active";
    if (!(await mayChange(call, row, status === "active" ? "use again" : "take out of use"))) return PROBLEMS;
    await store.changeMemory(row.id, { status });
    return done(
      call,
      { id: row.id, status },
      `${row.id} is ${status === "active" ? "in use again" : "resolved: it is not shown any more"}.`,
    );
  });
}

/** What agents are given as the user's word is changed by the user. */
async function mayChange(call: Call, { id, text, trust }: MemoryRow, what: string): Promise<boolean> {
  if (trust !== "user") return true;
  call.out(`${id} (${trust}): ${oneLine(text)}`);
  return agreed(call, `${what} ${id}`);
}

/** Without an id: what waits for a person. With one: that person takes responsibility for it. */
export function review(call: Call, id: string | undefined): Promise<number> {
  if (id === undefined) return list(call, { review: true, status: "active" });
  return withNamed(call, id, async (row: MemoryRow, store) => {
    call.out(`${row.id} (${row.trust}): ${oneLine(row.text)}`);
    const other = row.conflict === undefined ? undefined : await store.memory(row.conflict);
    const loser = other?.status === "active" ? other : undefined;
    if (loser !== undefined) call.out(`instead of ${loser.id} (${loser.trust}): ${oneLine(loser.text)}`);
    if (!(await agreed(call, "show this text to agents as yours"))) return PROBLEMS;
    await store.changeMemory(row.id, { trust: "user", reviewed: true });
    if (loser !== undefined) await store.changeMemory(loser.id, { status: "superseded", supersededBy: row.id });
    const also = loser === undefined ? "" : ` ${loser.id} is replaced; \`memory resolve ${loser.id}\` undoes that.`;
    return done(call, { id: row.id, trust: "user" }, `${row.id} may be shown to agents.${also}`);
  });
}

export async function processWaiting(call: Call): Promise<number> {
  const { settings } = loadMemory(call.places);
  let jobs = 0;
  const removed = await withMemory(call, async (store) => {
    for (let n = await store.processMemory(Date.now(), call.flags["backlog"] === true); n > 0; ) {
      jobs += n;
      n = await store.processMemory(Date.now());
    }
    return settings.enabled ? keepWithin(store, settings, Date.now()) : 0;
  });
  const less = removed === 0 ? "" : ` ${amount(removed, "memory", "memories")} removed: too old, or too many.`;
  return done(call, { jobs, removed }, `${amount(jobs, "job")} done.${less} \`snaphook memory\` shows what waits.`);
}

export async function rebuild(call: Call): Promise<number> {
  const texts = await withMemory(call, (store) => store.rebuildMemory());
  const here = checkoutHere(call);
  const index = "root" in here && writeMemoryIndex(here.root, Date.now());
  const also = index ? " _meta/memory-index.json is new." : "";
  return done(call, { texts, index }, `${amount(texts, "text")} indexed again.${also}`);
}

export async function agreed(call: Call, what: string): Promise<boolean> {
  const consent = await call.person.confirm(what);
  if (!consent.yes) refuse(call, consent.why);
  return consent.yes;
}

export function done(call: Call, result: object, text: string): number {
  if (call.json) json(call, result);
  else call.out(text);
  return OK;
}
