/** Whether a word is like a pattern in which each `*` stands for anything. */
export function isLike(word: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return word === pattern;
  if (word.length < first.length + last.length || !word.startsWith(first) || !word.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = word.indexOf(part, at);
    if (found < 0 || found + part.length > word.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}
