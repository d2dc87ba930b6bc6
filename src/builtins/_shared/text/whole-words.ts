/** Whether a text has these words, as whole ones: "plan" is not in "planet". */

/** Lower case, everything that is no letter or digit a space, and a space at both ends. */
export function asWords(text: string): string {
  return ` ${text
    .slice(0, 20_000)
    .toLowerCase()
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}

export function hasWords(words: string, wanted: string): boolean {
  const plain = asWords(wanted);
  return plain.trim() !== "" && words.includes(plain);
}
