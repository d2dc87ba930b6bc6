/**
 * What a disk may hold when the power fails. A file's bytes are certain once it was synced, its name once its folder was.
 * Of all else anything may have got there: nothing, everything, or some of the writes, also torn in the middle.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Step } from "./read-trace.js";

type Change = { readonly bytes: Buffer; readonly at: number } | { readonly size: number };

interface File {
  content: Buffer;
  certain: Buffer;
  pending: Change[];
}

/** What becomes of what was not synced. */
export type Fate = "lost" | "kept" | { readonly random: () => number };

const SECTOR = 512;

export class DiskModel {
  #names = new Map<string, File>();
  #certainNames = new Map<string, File>();

  apply(step: Step): void {
    switch (step.do) {
      case "create":
        if (!this.#names.has(step.path))
          this.#names.set(step.path, { content: Buffer.alloc(0), certain: Buffer.alloc(0), pending: [] });
        if (step.truncate) this.#change(step.path, { size: 0 });
        return;
      case "write":
        return this.#change(step.path, {
          bytes: step.bytes,
          at: step.at === "end" ? this.#file(step.path).content.length : step.at,
        });
      case "cut":
        return this.#change(step.path, { size: step.size });
      case "rename":
        this.#names.set(step.to, this.#file(step.path));
        this.#names.delete(step.path);
        return;
      case "remove":
        this.#names.delete(step.path);
        return;
      case "sync":
        return this.#sync(step.path);
      case "print":
    }
  }

  /** Writes what the disk holds into a folder. The memory that processes shared is gone. */
  write(folder: string, fate: Fate): void {
    const random = typeof fate === "object" ? fate.random : undefined;
    const names = fate === "kept" || (random !== undefined && random() < 0.5) ? this.#names : this.#certainNames;
    mkdirSync(folder, { recursive: true });
    for (const [path, file] of names) {
      if (path.endsWith("-shm")) continue;
      const content = fate === "kept" ? file.content : random === undefined ? file.certain : withSome(file, random);
      writeFileSync(join(folder, basename(path)), content);
    }
  }

  #file(path: string): File {
    const file = this.#names.get(path);
    if (file === undefined) throw new Error(`${path} was never made`);
    return file;
  }

  #change(path: string, change: Change): void {
    const file = this.#file(path);
    file.content = changed(file.content, change);
    file.pending.push(change);
  }

  #sync(path: string): void {
    const file = this.#names.get(path);
    if (file !== undefined) [file.certain, file.pending] = [file.content, []];
    else {
      const inFolder = (name: string) => dirname(name) === path;
      for (const name of [...this.#certainNames.keys()].filter(inFolder)) this.#certainNames.delete(name);
      for (const [name, held] of this.#names) if (inFolder(name)) this.#certainNames.set(name, held);
    }
  }
}

function withSome({ certain, pending }: File, random: () => number): Buffer {
  let content = certain;
  for (const change of pending) {
    const chance = random();
    if (chance < 0.4) continue;
    content = changed(content, chance < 0.6 && "bytes" in change ? torn(change, random) : change);
  }
  return content;
}

function torn({ bytes, at }: { bytes: Buffer; at: number }, random: () => number) {
  return { bytes: bytes.subarray(0, Math.floor((random() * bytes.length) / SECTOR) * SECTOR), at };
}

/** A copy: what was certain before stays as it was. */
function changed(content: Buffer, change: Change): Buffer {
  if ("size" in change) {
    const cut = Buffer.alloc(change.size);
    content.copy(cut, 0, 0, Math.min(change.size, content.length));
    return cut;
  }
  const grown = Buffer.alloc(Math.max(content.length, change.at + change.bytes.length));
  content.copy(grown);
  change.bytes.copy(grown, change.at);
  return grown;
}
