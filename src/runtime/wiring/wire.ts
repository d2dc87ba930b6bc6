/**
 * Wires an agent: edits its config file, keeps what the file was before, and can put it back byte for byte as long
 * as nobody else has changed it since. Values in, values out; a file that cannot be edited is left alone.
 */
import {
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
import type { Adapter } from "../../adapters/contract.js";
import { type Finding, finding } from "../../core/errors.js";
import { isRecord } from "../../core/json.js";
import { sha256 } from "../../sources/digest.js";
import { writePrivateFile } from "../../sources/private-file.js";
import { commandLine, launcherPath } from "./command-line.js";
import { countOwn, type WantedEntry, withEntries, withoutEntries } from "./edit-config.js";

export interface WirePlace {
  readonly file: string;
  readonly dataFolder: string;
}

export type Wired = { readonly changed: boolean; readonly text: string } | { readonly problem: Finding };

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

export function wantedEntries(adapter: Adapter, dataFolder: string): WantedEntry[] {
  const launcher = launcherPath(dataFolder);
  return Object.entries(adapter.wiring.events).map(([event, timeout]) => ({
    event,
    command: commandLine(launcher, adapter.name, event),
    timeout,
  }));
}

/** How many entries of ours the file holds now. */
export function ownEntries(file: string): number {
  const text = readText(file);
  return text === undefined ? 0 : countOwn(text);
}

export function wire(adapter: Adapter, place: WirePlace, options: { readonly dryRun: boolean }): Wired {
  const before = readText(place.file);
  const edited = withEntries(before ?? "", wantedEntries(adapter, place.dataFolder));
  if ("problem" in edited) return { problem: cannotEdit(place.file, edited.problem) };
  const changed = edited.text !== before;
  if (!changed || options.dryRun) return { changed, text: edited.text };
  return attempt(place.file, () => {
    const folders = makeFolders(dirname(place.file));
    const kept = readBefore(place);
    // Installing again over our own work must not turn that work into the original.
    const original = kept !== undefined && sha256(before ?? "") === kept.after ? kept : { text: before, folders };
    replaceFile(place.file, edited.text);
    const record: Before = {
      format: 1,
      file: place.file,
      text: original.text,
      after: sha256(edited.text),
      folders: original.folders,
    };
    writePrivateFile(beforeFile(place), JSON.stringify(record), { durable: true });
    return { changed, text: edited.text };
  });
}

export function unwire(place: WirePlace, options: { readonly dryRun: boolean }): Wired {
  const now = readText(place.file);
  if (now === undefined) return { changed: false, text: "" };
  const kept = readBefore(place);
  const untouched = kept !== undefined && sha256(now) === kept.after;
  const edited = untouched ? { text: kept.text ?? "" } : withoutEntries(now);
  if ("problem" in edited) return { problem: cannotEdit(place.file, edited.problem) };
  const changed = edited.text !== now;
  if (!changed || options.dryRun) return { changed, text: edited.text };
  return attempt(place.file, () => {
    if (untouched && kept.text === undefined) {
      unlinkSync(place.file);
      for (const folder of kept.folders) removeIfEmpty(folder);
    } else replaceFile(place.file, edited.text);
    if (existsSync(beforeFile(place))) unlinkSync(beforeFile(place));
    return { changed, text: edited.text };
  });
}

function beforeFile({ file, dataFolder }: WirePlace): string {
  return join(dataFolder, "wired", `${sha256(file).slice(0, 32)}.json`);
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
function replaceFile(file: string, text: string): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600;
  const temporary = `${file}.snaphook-${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode, flag: "wx" });
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
