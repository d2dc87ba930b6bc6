/** A filled store in a home of its own, and backups of it, made and restored in this process. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { capture, recover } from "../../src/capture/index.js";
import { readPermits, writePermits } from "../../src/cli/human/permits.js";
import { storeFile } from "../../src/client/store-file.js";
import type { Backup } from "../../src/core/records/backup.js";
import type { EventRecord } from "../../src/core/records/records.js";
import { usualFolder } from "../../src/daemon/backup/folder.js";
import { type Made, type MakeRequest, makeBackup } from "../../src/daemon/backup/make-backup.js";
import { type Prepared, prepareRestore } from "../../src/daemon/backup/prepare-restore.js";
import { type AppPaths, findPlaces } from "../../src/runtime/platform/paths.js";
import { swapStore } from "../../src/store/backup/swap-store.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { eventRecord, START } from "../support/capture-rows.js";
import { collectGarbage } from "../support/collect-garbage.js";
import { removeFolder } from "../support/remove-folder.js";

export class BackupPlace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-backup-")));
  readonly places: AppPaths = findPlaces({ HOME: join(this.root, "home") });
  readonly store = storeFile(this.places);
  readonly folder = usualFolder(this.places);

  constructor() {
    mkdirSync(this.places.home, { recursive: true });
    onTestFinished(() => removeFolder(this.root));
  }

  async within<T>(use: (store: EmbeddedStore) => Promise<T>, file = this.store): Promise<T> {
    const store = await this.#open(file);
    try {
      return await use(store);
    } finally {
      await store.close();
      await collectGarbage();
    }
  }

  /** An earlier connection of this process locks the file until its statements were collected. */
  async #open(file: string, tries = 20): Promise<EmbeddedStore> {
    const { store, problem } = EmbeddedStore.open({ file, capture, recover, mayReplace: false });
    if (store !== undefined) return store;
    if (tries === 0 || !/locked/.test(problem?.message ?? "")) throw new Error(problem?.message);
    await collectGarbage();
    return await this.#open(file, tries - 1);
  }

  /** A session with a prompt and a tool call. */
  async session(id: string, prompt = `work of ${id}`): Promise<void> {
    const at = (second: number) => ({ session: id, at: START + second * 1000 });
    await this.take(
      eventRecord("UserPromptSubmit", { prompt }, at(0)),
      eventRecord("PostToolUse", { tool_name: "Bash", output_summary: `output of ${id}` }, at(1)),
      eventRecord("Stop", { response: "done" }, at(2)),
    );
  }

  async take(...records: readonly EventRecord[]): Promise<void> {
    await this.within(async (store) => {
      await store.append(records);
      await store.size(); // derives the rest
    });
  }

  async sessions(): Promise<string[]> {
    const { rows } = await this.within((store) => store.sessions({ limit: 100 }));
    return rows.map(({ id }) => id).sort();
  }

  request(more: Partial<MakeRequest> = {}): MakeRequest {
    const { data, home } = this.places;
    const usual = { kind: "manual", activities: true, keep: 5, version: "0.0.0" } as const;
    return { source: this.store, folder: this.folder, data, home, ...usual, ...more };
  }

  make(more: Partial<MakeRequest> = {}): Made {
    return makeBackup(this.request(more));
  }

  made(more: Partial<MakeRequest> = {}): Backup {
    const made = this.make(more);
    if ("problem" in made) throw new Error(made.problem.message);
    return made.backup;
  }

  prepare(file: string, dryRun = false): Promise<Prepared> {
    return prepareRestore({ file, current: this.store, data: this.places.data, dryRun, pid: process.pid });
  }

  /** Returns the path of the store that was in use. */
  async restore(file: string): Promise<string | undefined> {
    const prepared = await this.prepare(file);
    if ("problem" in prepared) throw new Error(`${prepared.problem.code}: ${prepared.problem.message}`);
    await collectGarbage();
    return swapStore(this.store, prepared.prepared!, new Date());
  }

  /** Scripts may use these commands here. */
  permitScripts(...scripts: readonly string[]): void {
    const { config, data } = this.places;
    writePermits({ config, data }, { ...readPermits({ config, data }), scripts });
  }

  /** What lies beside the store. */
  beside(): string[] {
    return readdirSync(dirname(this.store)).filter((name) => name !== basename(this.store));
  }
}
