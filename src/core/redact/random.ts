/** Tells random values from written ones, and placeholders. */

const RUN = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;
/** Average run of characters of one class: about two in random values, four and more in words. */
const DRAWN = 2.9;
/** Beside a name that indicates a secret. */
const LIKELY_DRAWN = 3.4;
/** Without a digit it may be a program name. */
const DRAWN_LETTERS = 2.3;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A ULID: a time and a number. */
export const SORTABLE_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const HEX = /^(?:0x)?[0-9a-f]+$/i;
/** No language has so many of them in a row. */
const CONSONANTS = /[bcdfghjklmnpqrstvwxz]{5}/i;
/** A digest, or a key of the same length: too long for a number or a word. */
const LONG_HEX = 32;

/** `named`: a name beside it indicates a secret. `hex`: also accept digests and similar. */
export function looksRandom(value: string, { least = 16, named = false, hex = false } = {}): boolean {
  if (value.length < least || value.length > 4096 || !/^[\w+/=.~|@!^%?$*#-]+$/.test(value)) return false;
  if (!hex && (HEX.test(value) || UUID.test(value))) return false;
  const runs = value.match(RUN) ?? [];
  const letters = runs.reduce((sum, run) => sum + run.length, 0);
  if (letters < 0.75 * value.length || new Set(value).size < Math.min(8, value.length / 2)) return false;
  if (value.length >= LONG_HEX && HEX.test(value)) return true;
  const digits = runs.filter((run) => /^\d/.test(run)).length;
  const mixed = /[a-z]/.test(value) && /[A-Z]/.test(value);
  if (!/[A-Za-z]/.test(value) || (digits === 0 && !mixed)) return false;
  if (letters / runs.length <= (digits === 0 ? DRAWN_LETTERS : named ? LIKELY_DRAWN : DRAWN)) return true;
  return digits > 1 && value.length >= 24 && letters === value.length && CONSONANTS.test(value);
}

/** Placeholders: `xxxxxxxx`, `********`, `your-key`, `AKIA...`, `DB_PASSWORD`. */
const PLACEHOLDER =
  /([xX*#.])\1{6}|([01])\2{14}|(\d{2,3})\3{4}|^(.)\4{7,}$|&lt;|^your[-_ ]|(?:^|[-_])(?:your|my|put|insert|replace|enter|change)[-_ ]?(?:me|your|own|it|the|this|api|key|token|secret|password|here)|here[-_]?(?:$|x)|placeholder|^(?:xxx+|\*+|-+|_+)$|(?:\.{3}|\u2026)$|dummy/i;
const VARIABLE_NAME = /^[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)*[-_](?:PASSWORD|PASSWD|PASS|SECRET|TOKEN|KEY|NAME|HERE)$/;

/** Placeholders as in manuals: `access_token`, `path/to/file`. */
const MANUAL = /^[a-z]+(?:[-_][a-z]+){0,5}[-_](?:password|passwd|secret|token|key|file|name|string|id)$|^path\/to\//i;

export function isPlaceholder(value: string): boolean {
  const looked = value.length > 600 ? value.slice(0, 600) : value;
  return PLACEHOLDER.test(looked) || VARIABLE_NAME.test(looked) || MANUAL.test(looked);
}

/** Typed by the author of a manual or test. Not used for values with a vendor's complete format. */
export function isMadeUp(value: string): boolean {
  return REPEATED.test(value) || isCountedUp(value);
}

const REPEATED = /([b-z])\1{9}|a{30}|(?:^|[-_.])([A-Za-z0-9]{4,12})[-_.]\2[-_.]/i;

/** Share of characters that follow their neighbour in the alphabet: about one in thirty in random values. */
const COUNTED_UP = 0.7;

/** `abcdefghijklmnop1234567890`, also `aBcDeFgH`. */
function isCountedUp(value: string): boolean {
  if (value.length < 16 || value.length > 600) return false;
  const lower = value.toLowerCase();
  let steps = 0;
  for (let at = 1; at < lower.length; at++) if (lower.charCodeAt(at) - lower.charCodeAt(at - 1) === 1) steps++;
  return steps >= COUNTED_UP * (lower.length - 1);
}
