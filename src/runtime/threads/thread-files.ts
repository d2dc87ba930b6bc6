/** Threads as files: one folder each, replaced atomically and synced, so that a kill or a power failure loses no step. */
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { isRecord, parseObject } from "../../core/text/json.js";
import { ensurePrivateFolder, readPlainFile, replaceFile, statOf, syncPath } from "../../disk/files.js";
import { removeFile, STALE_MS, takeShortLock } from "../../disk/short-lock.js";
import type { Artifact, Control, ThreadStore } from "../../threads/ports.js";
import type { Phase, Thread } from "../../threads/types.js";
import { livingProcess, ownIdentity } from "../platform/process-identity.js";

const ID = /^thr_[0-9a-f]{8}$/;
const RECORD = "thread.json";
const RUNNER = "runner.json";
export const ARTIFACT = "artifact.md";
const CONTROL = "control.json";
const HOOK_LOG = "hooks.log";
/** More of an artifact is not read: its end counts. */
const ARTIFACT_LIMIT = 1_000_000;
const MOST_LISTED = 10_000;
const MOST_TRIES = 100;

/** A hook that failed, and so asked for nothing. */
export interface HookLine {
  readonly at: string;
  readonly hook: string;
  readonly phase: Phase;
  readonly problem: string;
}

export class ThreadFiles implements ThreadStore {
  constructor(readonly folder: string) {}

  folderOf(id: string): string {
    return join(this.folder, id);
  }

  /** A new id with its folder. */
  create(): string {
    ensurePrivateFolder(this.folder);
    for (;;) {
      const id = `thr_${randomBytes(4).toString("hex")}`;
      try {
        mkdirSync(this.folderOf(id), { mode: 0o700 });
        return id;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  }

  async save(thread: Thread): Promise<void> {
    const folder = this.folderOf(thread.id);
    ensurePrivateFolder(folder);
    replaceFile(join(folder, RECORD), JSON.stringify({ version: 1, ...thread }), { durable: true });
    syncPath(folder);
  }

  async load(id: string): Promise<Thread | undefined> {
    return ID.test(id) ? this.#read(id) : undefined;
  }

  async list(): Promise<readonly Thread[]> {
    const threads = this.#ids().flatMap((id) => this.#read(id) ?? []);
    return newestFirst(threads);
  }

  /** As the first of `list`. A thread is not created after its file was written, so most files need not be read. */
  async newest(limit: number): Promise<readonly Thread[]> {
    const files = this.#ids().map((id) => ({ id, at: statOf(join(this.folderOf(id), RECORD))?.mtimeMs ?? 0 }));
    let newest: Thread[] = [];
    for (const { id, at } of files.sort((one, other) => other.at - one.at)) {
      const last = newest.length < limit ? undefined : newest.at(-1);
      if (last !== undefined && at < Date.parse(last.createdAt)) break;
      const thread = this.#read(id);
      if (thread !== undefined) newest = newestFirst([...newest, thread]).slice(0, limit);
    }
    return newest;
  }

  /** Ids that start like this. */
  idsLike(start: string): string[] {
    return this.#ids().filter(
      (id) => id === start || id.startsWith(start) || id.slice("thr_".length).startsWith(start),
    );
  }

  /** PID of the process that runs it. */
  runnerOf(id: string): number | undefined {
    return ownerOf(this.folderOf(id));
  }

  /** Makes this process its runner; undefined if another one is. Rejects on a disk error. */
  claim(id: string): Promise<(() => void) | undefined> {
    return claimFolder(this.folderOf(id));
  }

  /** Hooks of a thread that failed. */
  hookLines(id: string): readonly HookLine[] {
    try {
      const lines = readPlainFile(join(this.folderOf(id), HOOK_LOG))
        .toString("utf8")
        .split("\n");
      return lines.flatMap((line) => (parseObject(line) as HookLine | undefined) ?? []);
    } catch {
      return []; // none failed
    }
  }

  addHookLine(id: string, line: HookLine): void {
    try {
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NONBLOCK ?? 0);
      const handle = openSync(join(this.folderOf(id), HOOK_LOG), flags, 0o600);
      try {
        appendFileSync(handle, `${JSON.stringify(line)}\n`);
      } finally {
        closeSync(handle);
      }
    } catch {
      // The disk is full, or an agent put a pipe there: the user still sees it.
    }
  }

  #ids(): string[] {
    try {
      return readdirSync(this.folder)
        .filter((name) => ID.test(name))
        .slice(0, MOST_LISTED);
    } catch {
      return []; // no thread ever ran
    }
  }

  #read(id: string): Thread | undefined {
    const { version, ...thread } = readObject(join(this.folderOf(id), RECORD));
    const isThread =
      version === 1 &&
      thread["id"] === id &&
      Array.isArray(thread["steps"]) &&
      isRecord(thread["slots"]) &&
      isRecord(thread["position"]) &&
      ["templateName", "status", "cwd", "createdAt", "activeAgent"].every((key) => typeof thread[key] === "string");
    return isThread ? (thread as unknown as Thread) : undefined;
  }
}

function newestFirst(threads: Thread[]): Thread[] {
  return threads.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** PID of the living process that claimed the folder. */
export function ownerOf(folder: string): number | undefined {
  return livingProcess(readObject(join(folder, RUNNER)));
}

/** One process at a time; undefined if another one has it. */
export async function claimFolder(folder: string): Promise<(() => void) | undefined> {
  const file = join(folder, RUNNER);
  // The lock of a process that was killed while it held it expires.
  const release = await takeShortLock(`${file}.lock`, STALE_MS + 1_000);
  try {
    if (ownerOf(folder) !== undefined) return undefined;
    replaceFile(file, JSON.stringify(ownIdentity()));
    return () => removeFile(file);
  } finally {
    release();
  }
}

/** Makes the folder, too; one that is removed meanwhile is made again. */
export async function claimNewFolder(folder: string): Promise<(() => void) | undefined> {
  for (let tries = 1; ; tries++) {
    ensurePrivateFolder(folder);
    try {
      return await claimFolder(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || tries === MOST_TRIES) throw error;
    }
  }
}

/** Nothing happens if a process has claimed it. Rejects on a disk error. */
export async function removeUnclaimed(folder: string): Promise<void> {
  if (ownerOf(folder) !== undefined) return;
  const release = await takeShortLock(`${join(folder, RUNNER)}.lock`, STALE_MS + 1_000);
  if (ownerOf(folder) === undefined) removeClaimed(folder);
  else release();
}

/** With its claim and its lock at once: another process may make and claim it again at any time. */
export function removeClaimed(folder: string): void {
  const aside = `${folder}.${randomBytes(4).toString("hex")}`;
  renameSync(folder, aside);
  rmSync(aside, { recursive: true, force: true });
}

function readObject(path: string): Readonly<Record<string, unknown>> {
  try {
    return parseObject(readPlainFile(path).toString("utf8")) ?? {};
  } catch {
    return {}; // missing, damaged, or replaced by an agent with something else
  }
}

/** An agent asks for the end of its thread with `snaphook thread abort`. */
export function askForAbort(files: ThreadFiles, id: string, reason: string): void {
  replaceFile(join(files.folderOf(id), CONTROL), JSON.stringify({ action: "abort", reason }));
}

export function fileControl(files: ThreadFiles): Control {
  return {
    read({ id }) {
      const { action, reason } = readObject(join(files.folderOf(id), CONTROL));
      return action === "abort" ? { action, reason: typeof reason === "string" ? reason : "" } : undefined;
    },
  };
}

export const fileArtifact: Artifact = {
  read: ({ artifactPath }) => readArtifact(artifactPath),
  size: ({ artifactPath }) => lstatSync(artifactPath, { throwIfNoEntry: false })?.size ?? 0,
  append({ artifactPath }, text) {
    const now = readArtifact(artifactPath);
    // A link or a folder in its place is reported when it is read.
    if ("text" in now && !now.isCut) replaceFile(artifactPath, `${now.text}${text}`, { durable: true });
  },
};

function readArtifact(path: string): { readonly text: string; readonly isCut: boolean } | { readonly problem: string } {
  const found = statSync(path, { throwIfNoEntry: false });
  const itself = lstatSync(path, { throwIfNoEntry: false });
  if (itself === undefined) return { text: "", isCut: false };
  if (itself.isSymbolicLink() || !found?.isFile())
    return { problem: `the artifact ${path} was replaced by ${itself.isSymbolicLink() ? "a link" : "something else"}` };
  try {
    const handle = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const { size } = fstatSync(handle);
      const bytes = Buffer.alloc(Math.min(size, ARTIFACT_LIMIT));
      readSync(handle, bytes, 0, bytes.length, Math.max(0, size - ARTIFACT_LIMIT));
      return { text: bytes.toString("utf8"), isCut: size > ARTIFACT_LIMIT };
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    return { problem: `the artifact ${path} cannot be read (${(error as Error).message})` };
  }
}
