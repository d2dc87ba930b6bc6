/** A text that is nothing but one value that looks drawn: what `cat token.txt` prints. */
import { STARTS } from "./find-vendors.js";
import { looksRandom } from "./random.js";
import type { Span } from "./span.js";

const LEAST = 20;
const MOST = 1500;
/** Ids that agents, models and our own records give to things. */
const ID =
  /^(?:toolu|srvtoolu|msg|call|chatcmpl|resp|req|run|ses|sess|session|prt|thread|asst|item|evt|event|file|batch|turn|agent|task|conv|job|user|org|proj|cmpl|rs|fc|ws|gen)[-_]/i;

export function* findAlone(text: string): Generator<Span> {
  if (text.length > MOST + 8 || text.length < LEAST) return;
  const value = text.trim();
  if (
    value.length < LEAST ||
    value.length > MOST ||
    !/^[\w+=.~|%@-]+$/.test(value) ||
    ID.test(value) ||
    value.includes("EXAMPLE")
  )
    return;
  // One of a known giver has the giver's form, or is none.
  if (STARTS.some((start) => value.startsWith(start)) || !looksRandom(value, { least: LEAST })) return;
  const start = text.indexOf(value);
  yield { kind: "value", start, end: start + value.length };
}
