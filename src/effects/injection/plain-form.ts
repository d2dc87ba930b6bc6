/** Normalises a word: lower case, no accents, look-alike letters and digits replaced, invisible characters removed. */
import { SCRAMBLED } from "./scrambled.js";

const PLAIN = /^[a-z]+$/;
const LATIN = /[a-z]/;
const UNSEEN = /[\p{M}'’\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu;

export function plainForm(word: string): string {
  const small = word.toLowerCase();
  if (PLAIN.test(small)) return SCRAMBLED.unscramble(small);
  const bare = small.normalize("NFKD").toLowerCase().replace(UNSEEN, "");
  if (PLAIN.test(bare) || !LATIN.test(bare)) return bare;
  return Array.from(bare, (char) => ALIKE.get(char) ?? char).join("");
}

/** Signs, digits and foreign letters that imitate a Latin letter in a word with Latin letters. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "@4аαɑ",
    b: "8ьβ",
    c: "сϲ",
    d: "ԁ",
    e: "3еєε",
    h: "һ",
    i: "1іιıɩ",
    j: "ј",
    k: "кκ",
    l: "ӏ",
    m: "м",
    n: "пոη",
    o: "0оοσ",
    p: "рρ",
    s: "$5ѕ",
    t: "7тτ",
    u: "υ",
    v: "ѵν",
    w: "ω",
    x: "хχ",
    y: "уγ",
  }).flatMap(([letter, signs]) => Array.from(signs, (sign) => [sign, letter] as const)),
);
