/**
 * Wires an agent: edits its config file, keeps what the file was before, and can put it back byte for byte as long
 * as nobody else has changed it since. Values in, values out; a file that cannot be edited is left alone.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { wiredEvents } from "../../adapters/_shared/wired-calls.js";
import type { Adapter, WiredCall, WiredFile } from "../../adapters/contract.js";
import { type Finding, finding } from "../../core/errors.js";
import { isRecord } from "../../core/json.js";
import { sha256 } from "../../sources/digest.js";
import { writePrivateFile } from "../../sources/private-file.js";
import { commandLine, launcherPath } from "./command-line.js";
import { editorFor } from "./formats/choose.js";
import type { ConfigEditor } from "./formats/editor.js";

/** One file of one agent. */
export interface WirePlace {
  readonly adapter: Adapter;
  readonly file: WiredFile;
  readonly dataFolder: string;
}

/** `text` is what the file holds (or, in a dry run, would hold) afterwards; undefined when there is none. */
export type Wired = { readonly changed: boolean; readonly text: string | undefined } | { readonly problem: Finding };

/** What the file was before our first entry, and what we left behind. */
interface Before {
  readonly format: 1;
  readonly file: string;
  /** Undefined when there was no file. */
  readonly text?: string;
  readonly after: string;
  /** Folders we made for it, innermost first. */
  readonly folders: readonly string[];
}

export interface WireOptions {
  readonly dryRun: boolean;
}

/** How many calls of ours the file holds now, and whether they are the ones this version would write. */
export function wiredState(place: WirePlace): { readonly count: number; readonly current: boolean } {
  const text = readText(place.file.path);
  if (text === undefined) return { count: 0, current: false };
  const editor = editorOf(place);
  const put = editor.put(text, callsFor(place));
  return { count: editor.count(text), current: "text" in put && put.text === text };
}

export function wire(place: WirePlace, options: WireOptions): Wired {
  const { path } = place.file;
  return attempt(path, () => {
    const before = readText(path);
    const editor = editorOf(place);
    const edited = editor.put(before, callsFor(place));
    if ("problem" in edited) return { problem: cannotEdit(path, edited.problem) };
    const { text = "" } = edited;
    const changed = text !== before;
    if (!changed || options.dryRun) return { changed, text };
    const folders = makeFolders(dirname(path));
    const kept = readBefore(place);
    // Installing again over our own work must not turn that work into the original.
    const original =
      kept !== undefined && sha256(before ?? "") === kept.after
        ? kept
        : { text: withoutOurs(editor, before), folders: kept?.folders ?? folders };
    replaceFile(path, text, editor.executable === true);
    const record: Before = {
      format: 1,
      file: path,
      text: original.text,
      after: sha256(text),
      folders: original.folders,
    };
    writePrivateFile(beforeFile(place), JSON.stringify(record), { durable: true });
    return { changed, text };
  });
}

export function unwire(place: WirePlace, options: WireOptions): Wired {
  const { path } = place.file;
  return attempt(path, () => {
    const now = readText(path);
    if (now === undefined) return { changed: false, text: undefined };
    const kept = readBefore(place);
    const untouched = kept !== undefined && sha256(now) === kept.after;
    const edited = untouched ? { text: kept.text } : editorOf(place).take(now);
    if ("problem" in edited) return { problem: cannotEdit(path, edited.problem) };
    const changed = edited.text !== now;
    if (!changed || options.dryRun) return { changed, text: edited.text };
    if (edited.text === undefined) {
      unlinkSync(path);
      for (const folder of kept?.folders ?? []) removeIfEmpty(folder);
    } else replaceFile(path, edited.text, false);
    if (existsSync(beforeFile(place))) unlinkSync(beforeFile(place));
    return { changed, text: edited.text };
  });
}

/** Somebody has changed the file since we first wrote to it: what they want kept is all that is not ours. */
function withoutOurs(editor: ConfigEditor, text: string | undefined): string | undefined {
  const taken = text === undefined ? { text } : editor.take(text);
  return "problem" in taken ? text : taken.text;
}

function editorOf({ adapter, file, dataFolder }: WirePlace) {
  return editorFor(adapter, file.format, launcherPath(dataFolder));
}

export function callsFor({ adapter, dataFolder }: Pick<WirePlace, "adapter" | "dataFolder">): WiredCall[] {
  const launcher = launcherPath(dataFolder);
  return wiredEvents(adapter).map(({ event, seconds }) => ({
    event,
    command: commandLine(launcher, adapter.name, event),
    seconds,
  }));
}

function beforeFile({ file, dataFolder }: WirePlace): string {
  return join(dataFolder, "wired", `${sha256(file.path).slice(0, 32)}.json`);
}

function readBefore(place: WirePlace): Before | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(beforeFile(place), "utf8"));
    return isRecord(value) && value["format"] === 1 ? (value as unknown as Before) : undefined;
  } catch {
    return undefined; // never wired, or the record is damaged: entries are then taken out one by one
  }
}

/** The file keeps its permissions; nobody ever sees half of it. */
function replaceFile(file: string, text: string, executable: boolean): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600;
  const temporary = `${file}.snaphook-${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode, flag: "wx" });
  if (executable) chmodSync(temporary, 0o700);
  renameSync(temporary, file);
}

/** Makes what is missing and says what it was. */
function makeFolders(folder: string): string[] {
  const made: string[] = [];
  for (let missing = folder; !existsSync(missing); missing = dirname(missing)) made.push(missing);
  mkdirSync(folder, { recursive: true });
  return made;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // somebody else has put something there
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined; // no file yet
  }
}

function attempt(file: string, work: () => Wired): Wired {
  try {
    return work();
  } catch (error) {
    return {
      problem: finding(
        "FILE_UNWRITABLE",
        `it could not be written (${(error as NodeJS.ErrnoException).code ?? error})`,
        { file },
      ),
    };
  }
}

function cannotEdit(file: string, why: string): Finding {
  return finding("AGENT_CONFIG_UNREADABLE", `the agent's config was left alone: ${why}`, { file });
}
