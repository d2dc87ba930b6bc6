/** The parts that work on one open file. A damaged file is moved aside and replaced. */
import { type Finding, finding } from "../core/errors.js";
import type { MemoryWorld } from "../core/records/memory-store.js";
import type * as Port from "../core/records/store.js";
import { AskRows } from "./ask-rows.js";
import { CapturedRows } from "./captured-rows.js";
import { Capturing } from "./capturing.js";
import { setAside } from "./damage.js";
import type { Driver } from "./driver.js";
import { EventRows } from "./event-rows.js";
import { EvidenceRows } from "./evidence-rows.js";
import { FigureRows } from "./figure-rows.js";
import { Intake } from "./intake.js";
import { Memory } from "./memory.js";
import { Observer } from "./observer.js";
import { type DatabaseOptions, isDamaged, openDatabase } from "./open-database.js";
import { Removal } from "./removal.js";
import { SearchIndex } from "./search-index.js";

export interface StoreOptions extends DatabaseOptions {
  /** False for a reader: it leaves a damaged file to the daemon, which may have it open. */
  readonly mayReplace?: boolean;
  readonly capture: Port.Capture;
  readonly recover: Port.Recover;
  /** Absent: nothing is remembered. */
  readonly memory?: MemoryWorld;
}

export interface Parts {
  readonly db: Driver;
  readonly index: SearchIndex;
  readonly events: EventRows;
  readonly figures: FigureRows;
  readonly evidence: EvidenceRows;
  readonly rows: CapturedRows;
  readonly capturing: Capturing;
  readonly intake: Intake;
  readonly removal: Removal;
  readonly asks: AskRows;
  readonly memory: Memory;
  readonly observer: Observer;
}

export function openOrReplace(options: StoreOptions): { parts: Parts; problem?: Finding } {
  try {
    return { parts: openParts(options) };
  } catch (error) {
    if (!isDamaged(error) || options.mayReplace === false) throw error;
    return replaceDamaged(options, error);
  }
}

export function replaceDamaged(options: StoreOptions, error: unknown): { parts: Parts; problem: Finding } {
  const aside = setAside(options.file, new Date());
  const problem = finding("STORE_DAMAGED", `${messageOf(error)}; the damaged file is now ${aside}`, {
    file: options.file,
  });
  return { parts: openParts(options), problem };
}

function openParts(options: StoreOptions): Parts {
  const db = openDatabase(options);
  try {
    const index = new SearchIndex(db);
    const events = new EventRows(db);
    const rows = new CapturedRows(db, index);
    const memory = new Memory(db, rows, options.memory);
    const capturing = new Capturing(db, events, rows, index, options.capture, (change) => memory.noteChange(change));
    const evidence = new EvidenceRows(db);
    const intake = new Intake(db, events, evidence, capturing);
    const removal = new Removal(db, events, rows, index, memory);
    const observer = new Observer(db, rows, memory, options.memory);
    memory.onSession = (session) => observer.sessionEnded(session);
    const figures = new FigureRows(db);
    return {
      db,
      index,
      events,
      figures,
      evidence,
      rows,
      capturing,
      intake,
      removal,
      asks: new AskRows(db),
      memory,
      observer,
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
