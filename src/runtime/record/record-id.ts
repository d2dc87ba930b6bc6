/** Ids of records, and the short form that people and models are told. */
import { randomName } from "../../disk/digest.js";

const SHORT = 8;

/** In the order of their making, so that those of one hour lie together in the store. */
export function newRecordId(at: number): string {
  return `${Math.max(0, Math.floor(at)).toString(16).padStart(12, "0")}-${randomName(10)}`;
}

/** Enough to find it again; `snaphook why` takes either form. */
export function shortRecordId(id: string): string {
  return id.slice(-SHORT);
}
