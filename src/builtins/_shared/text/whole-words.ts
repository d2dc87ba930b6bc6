/** True if the text contains these whole words: "plan" is not in "planet". */

/** Lower case, punctuation replaced by spaces, and a space at both ends. */
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
