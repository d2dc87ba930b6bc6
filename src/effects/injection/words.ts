/**
 * Splits a text into normalised words (`plain-form.ts`). Each word has its position and sentence. Spaced letters (`i g
 * n o r e`) form one word. Hand-written, because it dominates the time for long texts.
 */
import { plainForm } from "./plain-form.js";

export interface Words {
  readonly text: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly sentences: readonly number[];
}

/** Longer runs are data, not words. */
const LONGEST = 64;

export function wordsOf(text: string): Words {
  const words: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const sentences: number[] = [];
  let sentence = 0;
  let at = 0;
  let letterBefore = false;
  const known = new Map<string, string>();
  const formOf = (word: string) => {
    const form = known.get(word) ?? plainForm(word);
    known.set(word, form);
    return form;
  };
  while (at < text.length) {
    const gapStart = at;
    while (at < text.length && !startsWord(text.charCodeAt(at))) at++;
    if (at === text.length) break;
    const gap = at - gapStart;
    if (gap > 1 && endsSentence(text, gapStart, at)) sentence++;
    const start = at;
    while (at < text.length && isWithin(text.charCodeAt(at))) at++;
    const isLetter = at - start === 1;
    const last = words.length - 1;
    if (isLetter && letterBefore && gap === 1 && words[last]!.length < LONGEST) {
      words[last] += plainForm(text[start]!);
      ends[last] = at;
    } else {
      words.push(at - start > LONGEST ? "" : formOf(text.slice(start, at)));
      starts.push(start);
      ends.push(at);
      sentences.push(sentence);
    }
    letterBefore = isLetter;
  }
  return { text: words, starts, ends, sentences };
}

function startsWord(code: number): boolean {
  if (code < 128) return isAsciiLetter(code) || (code > 47 && code < 58) || code === 64 || code === 36;
  return isOtherLetter(code);
}

/** Includes apostrophes and invisible characters, which do not end a word. */
function isWithin(code: number): boolean {
  return startsWord(code) || code === 39 || code === 0x2019 || isUnseen(code);
}

function isAsciiLetter(code: number): boolean {
  const small = code | 32;
  return small > 96 && small < 123;
}

/**
 * Approximate: anything but punctuation, spaces and pictographs. Of surrogate pairs, only mathematical letters, which
 * imitate plain ones.
 */
function isOtherLetter(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  if (code < 0x2000) return code !== 0xd7 && code !== 0xf7;
  if (code < 0x2c00) return code > 0x209f && code < 0x2190;
  if (code < 0xd800) return code > 0x303f || code < 0x2e00;
  if (code < 0xe000) return code === 0xd835 || code > 0xdbff;
  return code > 0xf8ff && code < 0xffe0 && !(code > 0xfe0f && code < 0xff10);
}

function isUnseen(code: number): boolean {
  return code === 0xad || code === 0xfeff || (code > 0x200a && code < 0x2010) || (code > 0x205f && code < 0x2065);
}

/** A full stop or similar before a space, or an empty line. */
function endsSentence(text: string, from: number, to: number): boolean {
  let lines = 0;
  for (let at = from; at < to; at++) {
    const char = text[at]!;
    if (char === "\n" && ++lines === 2) return true;
    if ((char === "." || char === "!" || char === "?" || char === ";") && isSpaceOrQuote(text.charCodeAt(at + 1)))
      return true;
    if (char === "。" || char === "！" || char === "？") return true;
  }
  return false;
}

function isSpaceOrQuote(code: number): boolean {
  return code <= 34 || code === 39 || code === 41 || code === 0x201d || code === 0x2019;
}
