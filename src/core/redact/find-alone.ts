/** A text that is a single random-looking value: the output of `cat token.txt`. */
import { STARTS } from "./find-vendors.js";
import { looksRandom, SORTABLE_ID } from "./random.js";
import type { Span } from "./span.js";
import { isHarmless } from "./values.js";

const LEAST = 20;
const MOST = 1500;
/** Ids from agents, models and our own records. */
const ID =
  /^(?:toolu|srvtoolu|msg|call|chatcmpl|resp|req|run|ses|sess|session|prt|thread|asst|item|evt|event|file|batch|turn|agent|task|conv|job|user|org|proj|cmpl|rs|fc|ws|gen|acct|ba|card|ch|cs|cus|dp|in|ii|link|mandate|orders?|pi|pm|po|price|prod|product|py|re|seti|si|src|sub|txn|trx|inv|invoice|plan|img|image|key|doc|page|block|node|team|space|build|deploy|deployment|dpl|release|commit|branch|issue|pr)[-_]/i;

export function* findAlone(text: string): Generator<Span> {
  if (text.length > MOST + 8 || text.length < LEAST) return;
  const value = text.trim();
  if (
    value.length < LEAST ||
    value.length > MOST ||
    !/^[\w+.~|%@-]+={0,2}$/.test(value) ||
    ID.test(value) ||
    SORTABLE_ID.test(value) ||
    isHarmless(value) ||
    /^MII[A-Z]/.test(value) ||
    isText(value) ||
    value.includes("EXAMPLE")
  )
    return;
  // A token of a known vendor has the vendor's format.
  if (STARTS.some((start) => value.startsWith(start)) || !looksRandom(value, { least: LEAST })) return;
  const start = text.indexOf(value);
  yield { kind: "value", start, end: start + value.length };
}

/** Base64 of a sentence. `user:password` in Base64 has no space. */
function isText(value: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{16,1500}={0,2}$/.test(value)) return false;
  let bits = 0;
  let held = 0;
  let hasSpace = false;
  for (const char of value.replaceAll("=", "")) {
    held = ((held << 6) | BASE64.indexOf(char === "-" ? "+" : char === "_" ? "/" : char)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (held >> bits) & 0xff;
    if ((byte < 32 || byte > 126) && byte !== 10 && byte !== 9 && byte !== 13) return false;
    if (byte === 32) hasSpace = true;
  }
  return hasSpace;
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
