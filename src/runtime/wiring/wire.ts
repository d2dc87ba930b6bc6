/**
 * Wires an agent: edits its config file, keeps the original, and can restore it byte for byte if it was not changed
 * since. Values in, values out; a file that cannot be edited is left unchanged.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { USUAL_SECONDS, wiredEvents } from "../../adapters/_shared/wired-calls.js";
import type { Adapter, WiredCall, WiredFile } from "../../adapters/contract.js";
import { type Finding, finding } from "../../core/errors.js";
import { isRecord } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import { writePrivateFile } from "../../disk/files.js";
import { commandLine, gateCommandLine, launcherPath } from "./command-line.js";
import { type ConfigFile, leadsOut, leadsOutFinding, readConfigFile, writeConfigFile } from "./config-file.js";
import { editorFor } from "./formats/choose.js";
import type { ConfigEditor, FoundCall } from "./formats/editor.js";
import { demandedEvents } from "./on-demand.js";
import { wiredFolder } from "./wired-files.js";

/** One file of one agent. */
export interface WirePlace {
  readonly adapter: Adapter;
  readonly file: WiredFile;
  readonly dataFolder: string;
  /** For a project file: its root. Links that lead out of it are not followed. */
  readonly project?: string;
}

/** `text`: the content (or, in a dry run, the would-be content) afterwards; undefined if there is no file. */
export type Wired = { readonly changed: boolean; readonly text: string | undefined } | { readonly problem: Finding };

/** The file before our first entry, and after our last edit. */
interface Before {
  readonly format: 1;
  readonly file: string;
  /** Undefined if there was no file. */
  readonly text?: string;
  readonly after: string;
  /** Directories we created for it, innermost first. */
  readonly folders: readonly string[];
}

export interface WireOptions {
  readonly dryRun: boolean;
  /** Entries with an earlier timeout stay: an agent may ignore a changed entry until the user has reviewed it. */
  readonly keepsTimeouts?: true;
}

export interface WiredState {
  /** Number of our calls in the file now. */
  readonly count: number;
  /** True if this version would write the same. */
  readonly current: boolean;
  /** Why the file cannot be read: its content is then unknown. */
  readonly problem?: Finding;
}

export function wiredState(place: WirePlace): WiredState {
  const { path } = place.file;
  const now = readConfigFile(path);
  if ("problem" in now) return { count: 0, current: false, problem: cannotEdit(path, now.problem) };
  if (now.text === undefined) return { count: 0, current: false };
  const editor = editorOf(place);
  const put = editor.put(now.text, callsFor(place));
  const taken = editor.take(now.text);
  return {
    count: editor.count(now.text),
    current: "text" in put && put.text === now.text,
    ...("problem" in taken ? { problem: cannotEdit(path, taken.problem) } : {}),
  };
}

/** Our calls in the file now; empty if it cannot be read. */
export function foundCalls(place: WirePlace): readonly FoundCall[] {
  const now = readConfigFile(place.file.path);
  if ("problem" in now || now.text === undefined) return [];
  return editorOf(place).found(now.text, callsFor(place));
}

export function wire(place: WirePlace, options: WireOptions): Wired {
  const { path } = place.file;
  return attempt(place, ({ real, text: before }) => {
    const editor = editorOf(place);
    const calls = options.keepsTimeouts ? callsAsBefore(place, before) : callsFor(place);
    const edited = editor.put(before, calls);
    if ("problem" in edited) return { problem: cannotEdit(path, edited.problem) };
    const { text = "" } = edited;
    const changed = text !== before;
    if (!changed || options.dryRun) return { changed, text };
    const folders = makeFolders(dirname(real));
    const kept = readBefore(place);
    // Installing again must not replace the saved original with our own edit.
    const original =
      kept !== undefined && sha256(before ?? "") === kept.after
        ? kept
        : { text: withoutOurs(editor, before), folders: kept?.folders ?? folders };
    writeConfigFile(real, text, editor.executable ? { mode: 0o700 } : {});
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
  return attempt(place, ({ real, text: now }) => {
    if (now === undefined) {
      if (!options.dryRun) forget(place);
      return { changed: false, text: undefined };
    }
    const kept = readBefore(place);
    const untouched = kept !== undefined && sha256(now) === kept.after;
    const edited = untouched ? { text: kept.text } : editorOf(place).take(now);
    if ("problem" in edited) return { problem: cannotEdit(path, edited.problem) };
    const changed = edited.text !== now;
    if (!changed || options.dryRun) return { changed, text: edited.text };
    if (edited.text === undefined) {
      unlinkSync(real);
      for (const folder of kept?.folders ?? []) removeIfEmpty(folder);
    } else writeConfigFile(real, edited.text);
    forget(place);
    return { changed, text: edited.text };
  });
}

/** The file was changed since our first edit: only our entries are removed. */
function withoutOurs(editor: ConfigEditor, text: string | undefined): string | undefined {
  const taken = text === undefined ? { text } : editor.take(text);
  return "problem" in taken ? text : taken.text;
}

function editorOf({ adapter, file, dataFolder }: WirePlace) {
  return editorFor(adapter, file.format, launcherPath(dataFolder));
}

export function callsFor({ adapter, dataFolder }: Pick<WirePlace, "adapter" | "dataFolder">): WiredCall[] {
  const launcher = launcherPath(dataFolder);
  const demanded = demandedEvents(dataFolder, adapter.name);
  return wiredEvents(adapter, (event) => demanded.has(event)).map((call) => {
    const line = (holdSeconds?: number) =>
      (call.gates ? gateCommandLine : commandLine)(launcher, adapter.name, call.event, holdSeconds);
    const earlier =
      call.holdSeconds === undefined
        ? {}
        : { earlier: { command: line(), seconds: USUAL_SECONDS, holdSeconds: undefined } };
    return { ...call, command: line(call.holdSeconds), ...earlier };
  });
}

/** With the timeouts of the entries that are in the file, or were in it when it was last written. */
function callsAsBefore(place: WirePlace, text: string | undefined): WiredCall[] {
  const calls = callsFor(place);
  const editor = editorOf(place);
  const earlier = calls.map((call) => ({ ...call, ...call.earlier }));
  if (text === undefined) {
    const put = editor.put(text, earlier);
    return "text" in put && sha256(put.text ?? "") === readBefore(place)?.after ? earlier : calls;
  }
  const found = editor.found(text, calls);
  const isEarlier = ({ event, command }: WiredCall) =>
    found.some((one) => one.event === event && one.command === command);
  return calls.map((call, index) => (isEarlier(earlier[index]!) ? earlier[index]! : call));
}

/** When our entries in the file last changed, in milliseconds since 1970; undefined if that is not known. */
export function wiredAt(place: WirePlace): number | undefined {
  return statSync(beforeFile(place), { throwIfNoEntry: false })?.mtimeMs;
}

function beforeFile({ file, dataFolder }: WirePlace): string {
  return join(wiredFolder(dataFolder), `${sha256(file.path).slice(0, 32)}.json`);
}

function forget(place: WirePlace): void {
  rmSync(beforeFile(place), { force: true });
}

function readBefore(place: WirePlace): Before | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(beforeFile(place), "utf8"));
    return isRecord(value) && value["format"] === 1 ? (value as unknown as Before) : undefined;
  } catch {
    return undefined; // never wired, or the record is damaged: entries are then removed one by one
  }
}

/** Creates missing directories and returns them. */
function makeFolders(folder: string): string[] {
  const made: string[] = [];
  for (let missing = folder; !existsSync(missing); missing = dirname(missing)) made.push(missing);
  mkdirSync(folder, { recursive: true, mode: 0o755 }); // whatever the umask: agents obey its content
  return made;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // another program has put something there
  }
}

function attempt(
  { file: { path: file }, project }: WirePlace,
  work: (now: Exclude<ConfigFile, { readonly problem: string }>) => Wired,
): Wired {
  const now = readConfigFile(file);
  if ("problem" in now) return { problem: cannotEdit(file, now.problem) };
  try {
    const outside = project === undefined ? undefined : leadsOut(file, project);
    return outside === undefined ? work(now) : { problem: leadsOutFinding(file, outside) };
  } catch (error) {
    return { problem: finding("FILE_UNWRITABLE", `it could not be changed (${(error as Error).message})`, { file }) };
  }
}

function cannotEdit(file: string, why: string): Finding {
  return finding("AGENT_CONFIG_UNREADABLE", `the agent's config was left unchanged: ${why}`, { file });
}
