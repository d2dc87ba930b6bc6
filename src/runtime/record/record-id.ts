/** Ids of records, and their short form for users and models. */
import { randomName } from "../../disk/digest.js";

const SHORT = 8;

/** Ordered by time, so that those of one hour are adjacent in the store. */
export function newRecordId(at: number): string {
  return `${Math.max(0, Math.floor(at)).toString(16).padStart(12, "0")}-${randomName(10)}`;
}

/** Long enough to find the record; `snaphook why` accepts both forms. */
export function shortRecordId(id: string): string {
  return id.slice(-SHORT);
}
