/** Nothing that is no longer true is given to an agent, whatever happened to facts, files and sessions before. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import claudeCode from "../../src/adapters/claude-code/index.js";
import { capture, recover } from "../../src/capture/index.js";
import type { Trust } from "../../src/core/records/memory.js";
import { citeLine } from "../../src/daemon/memory/citations.js";
import { Injector } from "../../src/daemon/memory/inject.js";
import { USUAL_MEMORY } from "../../src/daemon/memory/settings.js";
import { sampleRecord } from "../../src/testing/store-samples.js";
import { openStore, storeFile } from "../store/open-store.js";
import { removeFolder } from "../support/remove-folder.js";

const USUAL = 150;
const EDITS = Number(process.env["SNAPHOOK_MEMORY_EDITS"] ?? USUAL);
/** A failure prints its seed; SNAPHOOK_MEMORY_SEED plays it again. */
const SEED = Number(process.env["SNAPHOOK_MEMORY_SEED"] ?? (EDITS === USUAL ? 1 : Date.now() % 2 ** 31));

const root = mkdtempSync(join(tmpdir(), "snaphook-edits-"));
mkdirSync(join(root, ".git"));
afterAll(() => removeFolder(root));

const ADDRESSES = ["rule:port", "rule:cache", "rule:deploy", "rule:queue", "rule:login"];
const FILES = ["a.txt", "b.txt", "c.txt"];
const LINES = ["alpha = 1", "beta = 2", "gamma = 3"];
const RANK: Readonly<Record<string, number>> = { project: 1, user: 2 };

interface Fact {
  text: string;
  active: boolean;
  readonly address: string;
  readonly trust: Trust;
  readonly cites: { readonly file: string; readonly line: string } | undefined;
  /** Texts before it was reworded. */
  readonly was: string[];
}

/** What holds, worked out without the store. */
class World {
  readonly facts = new Map<string, Fact>();
  /** Lines of each plain file. */
  readonly files = new Map<string, ReadonlySet<string>>(FILES.map((file) => [file, new Set(LINES)]));

  replace(id: string, fact: Fact): void {
    this.retireLike(fact);
    this.facts.set(id, fact);
  }

  retireLike({ address, trust }: Fact): void {
    for (const old of this.facts.values())
      if (old.address === address && RANK[trust]! >= RANK[old.trust]!) old.active = false;
  }

  holds({ active, cites }: Fact): boolean {
    return active && (cites === undefined || this.files.get(cites.file)?.has(cites.line) === true);
  }

  /** For a session that said so. What no fact says is the word of the user. */
  isTrue(text: string): boolean {
    return [...this.facts.values()].every((fact) => (fact.text === text ? this.holds(fact) : !fact.was.includes(text)));
  }
}

it(`CI-01 CP-12 no stale or replaced fact, and no session that states one, is given in ${EDITS} random edits`, {
  timeout: 3_600_000,
}, async () => {
  const placeOf = () => ({
    scope: root,
    inside: () => undefined,
    foreign: () => new Set<string>(),
    risky: () => new Set<string>(),
    cite: () => undefined,
  });
  const store = openStore({ file: storeFile(), capture, recover, memory: { isOn: () => true, placeOf } });
  const injector = new Injector({
    store,
    home: "/nonexistent",
    log: (_, text) => void (text.startsWith("nothing") && problems.push(text)),
  });
  const problems: string[] = [];
  const world = new World();
  const random = randomFrom(SEED);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const word = () => `w${Math.floor(random() * 1e9).toString(36)}`;
  for (const file of FILES) writeFileSync(join(root, file), LINES.join("\n"));
  /** What each session said. */
  const saidIn = new Map<string, string>();
  let given = 0;
  let sessions = 0;
  let edit = 0;
  for (; edit < EDITS; edit++) {
    await one([learn, learn, learn, editFile, editFile, link, reword, resolve, work])();
    const shown = [
      await recall(`s${edit}`, "SessionStart", { source: "startup" }),
      await recall(`t${edit}`, "UserPromptSubmit", {
        prompt: one([...world.facts.values()])?.text ?? "nothing yet here",
      }),
    ].join("\n");
    const said = [...shown.matchAll(/ · (m_[0-9a-f]+) · (.*)$/gm)].map(([, id, text]) => ({ id: id!, text }));
    const wrong = said.filter(
      ({ id, text }) => world.facts.get(id)?.text !== text || !world.holds(world.facts.get(id)!),
    );
    expect(wrong, `seed ${SEED}, edit ${edit}`).toEqual([]);
    given += said.length;
    const told = [...saidIn.values()].filter((text) => new RegExp(`^\\| session · .*${text}`, "m").test(shown));
    expect(
      told.filter((text) => !world.isTrue(text)),
      `seed ${SEED}, edit ${edit}`,
    ).toEqual([]);
    sessions += told.length;
  }
  expect(given).toBeGreaterThan(EDITS); // otherwise it shows nothing
  expect(sessions).toBeGreaterThan(EDITS / 30);
  expect(problems).toEqual([]);
  await store.close();

  async function learn() {
    const file = one(FILES);
    const at = Math.floor(random() * LINES.length);
    const cited = random() < 0.5 ? citeLine(root, file, new RegExp(`^${LINES[at]}`)) : undefined;
    const fact: Fact = {
      text: `the ${word()} of ${word()} is ${word()} and ${word()}`,
      address: one(ADDRESSES),
      trust: one(["project", "user", "user"] as const),
      cites: cited === undefined ? undefined : { file, line: LINES[at]! },
      active: true,
      was: [],
    };
    const { text, address, trust } = fact;
    const { id } = await store.addMemory({
      ...{ scope: root, type: "note", text, address, trust, importance: 5, createdAt: edit, verifiedAt: edit },
      ...(cited === undefined ? {} : { cites: [cited] }),
    });
    world.replace(id, fact);
  }

  async function editFile() {
    const file = one(FILES);
    const lines = LINES.filter(() => random() < 0.6);
    rmSync(join(root, file), { force: true });
    if (random() < 0.9) writeFileSync(join(root, file), [word(), ...lines, word()].join("\n"));
    else lines.length = 0;
    world.files.set(file, new Set(lines));
  }

  async function link() {
    const file = one(FILES);
    const outside = join(root, "..", `${word()}.txt`);
    rmSync(join(root, file), { force: true });
    symlinkSync(outside, join(root, file));
    world.files.set(file, new Set());
  }

  async function reword() {
    const [id, fact] = one([...world.facts]) ?? [];
    if (id === undefined) return;
    fact!.was.push(fact!.text);
    fact!.text = `now the ${word()} of ${word()} is ${word()}`;
    await store.changeMemory(id, { text: fact!.text });
  }

  /** Out of use, or back. */
  async function resolve() {
    const [id, fact] = one([...world.facts]) ?? [];
    if (id === undefined) return;
    await store.changeMemory(id, { status: fact!.active ? "resolved" : "active" });
    if (!fact!.active) world.retireLike(fact!);
    fact!.active = !fact!.active;
  }

  /** A finished session whose prompt says what a fact says. */
  async function work() {
    const text = one([...world.facts.values()])?.text;
    if (text === undefined) return;
    const id = `work${edit}`;
    const record = (event: string, payload: object) =>
      sampleRecord({ event, session: id, project: root, payload: payload as never });
    await store.append([
      record("UserPromptSubmit", { prompt: text }),
      ...[1, 2, 3].map((n) =>
        record("PostToolUse", { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: `${id} ${n}` }),
      ),
      record("Stop", { last_assistant_message: "ok" }),
      record("SessionEnd", {}),
    ]);
    while ((await store.processMemory(edit)) > 0);
    saidIn.set(id, text);
  }

  async function recall(session: string, name: string, payload: object): Promise<string> {
    const event = { name, payload: { session_id: session, hook_event_name: name, cwd: root, ...payload } };
    const settings = { ...USUAL_MEMORY, enabled: true };
    const patient = { ...settings, inject: { ...settings.inject, recallMs: 600_000 } };
    const request = { event, cwd: root, adapter: claudeCode, presence: "unknown", room: 10_000 } as const;
    return (await injector.recall(request as never, patient))?.text ?? "";
  }
});

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
