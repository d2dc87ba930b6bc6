/** Splits a TOML text into lines by table, and removes tables. */

/** A line that names a table starts a chunk; so does a marker line. */
const HEADER = /^\s*\[/;
const NOT_CONTENT = /^\s*(#|$)/;

interface Unwanted {
  isMark(line: string): boolean;
  isOwn(chunk: string): boolean;
}

/** Comments in a removed chunk stay; blank lines after it are removed with it. */
export function withoutChunks(text: string, { isMark, isOwn }: Unwanted): string {
  const kept: string[] = [];
  let chunk: string[] = [];
  const close = () => {
    kept.push(...(isOwn(chunk.join("")) ? commentsOf(chunk) : chunk));
    chunk = [];
  };
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const mark = isMark(line.trim());
    if (mark || HEADER.test(line)) close();
    if (!mark) chunk.push(line);
  }
  close();
  return kept.join("");
}

function commentsOf(chunk: readonly string[]): string[] {
  const first = chunk.findIndex((line, index) => index > 0 && NOT_CONTENT.test(line) && line.trim() !== "");
  return first === -1 ? [] : chunk.slice(first).filter((line) => NOT_CONTENT.test(line));
}
