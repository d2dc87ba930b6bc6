/**
 * Removes secrets from text before it is stored, sent or shown, by format and by context. Pure. Replaces each secret,
 * and only the secret, with a tag. All patterns start with fixed characters and are bounded, so it runs in linear time.
 * It cannot recognise a password that looks like a word and has no name beside it.
 */
import { withoutColours } from "./colours.js";
import { findAlone } from "./find-alone.js";
import { findAssigned } from "./find-assigned.js";
import { findArguments, findHeaders, findInAddresses } from "./find-in-commands.js";
import { findManifests } from "./find-manifests.js";
import { findPrefixed, findPrivateKeys, findShapes } from "./find-vendors.js";
import { type Finder, type Span, settle } from "./span.js";
import { tagFor, tagsIn } from "./tag.js";

/** First: the finder that names the kind of a span that several find. */
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

/** `lone: false`: a text of one random-looking word is not a secret, as with ids. */
export function redactText(text: string, { lone = true } = {}): string {
  let redacted = text;
  // Runs again: removing one secret may expose another that was attached to it.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const spans = secretsIn(redacted, { lone: lone && round === 0 });
    if (spans.length === 0) break;
    redacted = replaced(redacted, spans);
  }
  return redacted;
}

/** Of `redactName`: bounded, because agents choose what they send. */
const MOST_CLEAN = 1_000;
const LONGEST_CLEAN = 200;
const clean = new Set<string>();

/** For ids, names and paths, which come with many calls: those without a secret are remembered. */
export function redactName(text: string): string {
  if (clean.has(text)) return text;
  const redacted = redactText(text, { lone: false });
  if (redacted !== text || text.length > LONGEST_CLEAN) return redacted;
  if (clean.size >= MOST_CLEAN) clean.clear();
  clean.add(text);
  return text;
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

/** Positions of the secrets, in order and without overlaps. */
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
