/** Decodes string escapes that most languages share. */
const LETTERS: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  0: "\0",
  "\n": "",
  e: "\u{1b}",
  a: "\u{7}",
};
const ESCAPE =
  /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8})|([0-7]{2,3})|([\s\S]))/g;

export function withoutEscapes(text: string, plain: boolean): string {
  if (!text.includes("\\")) return text;
  if (plain) return text.replace(/\\(['"\\])/g, "$1");
  return text.replace(ESCAPE, (_, x, u, braced, long, octal, letter) => {
    const code = x ?? u ?? braced ?? long;
    if (code !== undefined) return fromCode(Number.parseInt(code, 16));
    if (octal !== undefined) return fromCode(Number.parseInt(octal, 8));
    return LETTERS[letter as string] ?? (letter as string);
  });
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
