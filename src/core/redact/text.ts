/**
 * Takes secrets out of text before it is kept, sent or shown, by their form and by what stands beside them. Pure. Each is
 * replaced by a tag, and only it. Every pattern begins with fixed letters and has bounds, so the time grows with the text
 * and no faster. It cannot know a password that looks like a word and has no name beside it.
 */
import { withoutColours } from "./colours.js";
import { findAlone } from "./find-alone.js";
import { findAssigned } from "./find-assigned.js";
import { findArguments, findHeaders, findInAddresses } from "./find-in-commands.js";
import { findManifests } from "./find-manifests.js";
import { findPrefixed, findPrivateKeys, findShapes } from "./find-vendors.js";
import { type Finder, type Span, settle } from "./span.js";
import { tagFor, tagsIn } from "./tag.js";

/** What names the kind of a span that several see, first. */
const FINDERS: readonly Finder[] = [
  findPrivateKeys,
  findPrefixed,
  findShapes,
  findInAddresses,
  findHeaders,
  findAssigned,
  findArguments,
  findManifests,
];

const SHORTEST = 6;
const MOST_ROUNDS = 4;

/** `lone: false`: a text that is one word may look drawn and still be no secret, as ids do. */
export function redactText(text: string, { lone = true } = {}): string {
  let redacted = text;
  // Where one secret is gone, another that was glued to it can be seen.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const spans = secretsIn(redacted, { lone: lone && round === 0 });
    if (spans.length === 0) break;
    redacted = replaced(redacted, spans);
  }
  return redacted;
}

function replaced(text: string, spans: readonly Span[]): string {
  let redacted = "";
  let at = 0;
  for (const { start, end, kind } of spans) {
    redacted += text.slice(at, start) + tagFor(kind, text.slice(start, end));
    at = end;
  }
  return redacted + text.slice(at);
}

/** Where the secrets are, in order; they do not overlap. */
export function secretsIn(text: string, { lone = true } = {}): Span[] {
  if (text.length < SHORTEST) return [];
  const found: Span[] = [];
  const uncoloured = withoutColours(text);
  const looked = uncoloured?.spaced ?? text;
  for (const find of FINDERS) for (const span of find(looked)) found.push(span);
  if (uncoloured !== undefined)
    for (const find of FINDERS) for (const span of find(uncoloured.joined)) found.push(uncoloured.inOriginal(span));
  if (lone && found.length === 0) found.push(...findAlone(text));
  return found.length === 0 ? [] : settle(found, tagsIn(text));
}
