/**
 * Text of files, agents and models as a person sees it: what is shown is what would run. Everything that moves the cursor, hides
 * or reorders what is around it, or looks like a plain space is shown by its number, in brackets that plain text cannot
 * hold unmarked, so that the text can be read back exactly. For terminals and for the local page.
 */

/** `\p{C}`: controls, formats, tags, unpaired halves, unassigned; `\p{DI}`: what fonts leave out; U+2800 looks like a space. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800⟦⇥]|(?! )\p{Zs}/gu;
const NAMES: Readonly<Record<string, string>> = {
  "\0": "⟦NUL⟧",
  "\u0007": "⟦BEL⟧",
  "\b": "⟦BS⟧",
  "\t": "⇥",
  "\n": "\n",
  "\r": "⟦CR⟧",
  "\u001b": "⟦ESC⟧",
};

/** Lines stay lines; nothing else of it reaches the terminal as a command to it. */
export function safe(text: string): string {
  return text.replace(UNSEEN, (char) => NAMES[char] ?? `⟦U+${codeOf(char)}⟧`);
}

/** A name: a file, a folder, an id. It stays on its line. */
export function safeName(text: string): string {
  return safe(text).replaceAll("\n", "⟦LF⟧");
}

function codeOf(char: string): string {
  return char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
}
