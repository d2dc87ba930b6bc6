/** A store that remembers one repository, and an injector on it: what an event is given, without a daemon. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import claudeCode from "../../src/adapters/claude-code/index.js";
import type { Adapter } from "../../src/adapters/contract.js";
import { capture, recover } from "../../src/capture/index.js";
import type { ShownRow } from "../../src/core/records/memory.js";
import type { MemoryStore, NewMemory } from "../../src/core/records/memory-store.js";
import type { EventRecord } from "../../src/core/records/records.js";
import { Injector } from "../../src/daemon/memory/inject.js";
import { type MemorySettings, USUAL_MEMORY } from "../../src/daemon/memory/settings.js";
import { placeIn } from "../../src/daemon/memory/world.js";
import type { Recalled } from "../../src/runtime/call/types.js";
import { sampleRecord } from "../../src/testing/store-samples.js";
import { openStore, storeFile } from "../store/open-store.js";

type Inject = Partial<MemorySettings["inject"]>;

export class RecallPlace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-recall-")));
  readonly file: string;
  readonly store: ReturnType<typeof openStore>;
  #sessions = 0;
  #calls = 0;

  constructor(file = storeFile()) {
    this.file = file;
    mkdirSync(join(this.root, ".git"));
    const placeOf = () => placeIn({ root: this.root, scope: this.root }, "/nonexistent");
    this.store = openStore({ file, capture, recover, memory: { isOn: () => true, placeOf } });
  }

  git(...args: string[]): string {
    const safe = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
    return execFileSync("git", [...safe, ...args], { cwd: this.root, encoding: "utf8", stdio: "pipe" }).trim();
  }

  /** A finished session with as many tool calls as a summary needs. */
  async session(id: string, ...prompts: readonly string[]): Promise<void> {
    const record = (event: string, payload: EventRecord["payload"]) =>
      sampleRecord({ event, session: id, project: this.root, payload });
    const bash = () => ({ tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: `${id} ${++this.#calls}` });
    for (const prompt of prompts)
      await this.store.append([
        record("UserPromptSubmit", { prompt }),
        ...[1, 2, 3].map(() => record("PostToolUse", bash())),
        record("Stop", { last_assistant_message: "ok" }),
      ]);
    await this.store.append([record("SessionEnd", {})]);
    while ((await this.store.processMemory(Date.now())) > 0);
  }

  fact(text: string, more: Partial<NewMemory> = {}) {
    const base = { scope: this.root, type: "rule", trust: "user", importance: 5, createdAt: 1, verifiedAt: 1 } as const;
    return this.store.addMemory({ ...base, text, ...more });
  }

  start = (inject?: Inject): Promise<string> => this.#text("SessionStart", { source: "startup" }, inject);
  prompt = (prompt: string, inject?: Inject): Promise<string> => this.#text("UserPromptSubmit", { prompt }, inject);

  async #text(name: string, payload: object, inject?: Inject): Promise<string> {
    return (await this.give(name, payload, { inject }))?.text ?? "";
  }

  /** In a session of its own. */
  give(
    name: string,
    payload: object,
    {
      inject = {},
      store = this.store,
      log = () => {},
      adapter = claudeCode,
      trust = USUAL_MEMORY.trust,
    }: GiveOptions = {},
  ): Promise<Recalled | undefined> {
    const injector = new Injector({ store, home: "/nonexistent", log });
    const event = { name, payload: { session_id: `asks${++this.#sessions}`, hook_event_name: name, ...payload } };
    const settings = { ...USUAL_MEMORY, enabled: true, trust };
    const patient = { ...settings, inject: { ...settings.inject, recallMs: 600_000, ...inject } };
    const request = { event, cwd: this.root, adapter, presence: "unknown", room: 10_000 } as const;
    return injector.recall(request as never, patient);
  }

  /** Why something was given or not, the newest first. */
  why(memory: string): Promise<readonly ShownRow[]> {
    return this.store.shownIn({ memory, limit: 100 });
  }
}

interface GiveOptions {
  readonly inject?: Inject | undefined;
  readonly store?: Pick<MemoryStore, "injectable" | "noteShown">;
  readonly log?: (event: string, text: string) => void;
  readonly adapter?: Adapter;
  readonly trust?: MemorySettings["trust"];
}
