/** Patterns of a shell (`*`, `?`, `[a-z]`) against short texts, without a regular expression that could run for long. */

export function matches(text: string, pattern: string): boolean {
  let at = 0;
  let in_ = 0;
  let star = -1;
  let from = 0;
  while (at < text.length) {
    const step = in_ < pattern.length ? one(pattern, in_, text[at]!) : 0;
    if (pattern[in_] === "*") {
      star = in_++;
      from = at;
    } else if (step > 0) {
      in_ += step;
      at++;
    } else if (star !== -1) {
      in_ = star + 1;
      at = ++from;
    } else return false;
  }
  while (pattern[in_] === "*") in_++;
  return in_ === pattern.length;
}

/** How long the piece of the pattern is that takes this character; 0 when it does not. */
function one(pattern: string, at: number, char: string): number {
  const piece = pattern[at];
  if (piece === "?") return 1;
  if (piece === "\\") return pattern[at + 1] === char ? 2 : 0;
  if (piece === "[") {
    const end = pattern.indexOf("]", at + 2);
    if (end !== -1) return inClass(pattern.slice(at + 1, end), char) ? end - at + 1 : 0;
  }
  return piece === char ? 1 : 0;
}

function inClass(set: string, char: string): boolean {
  const not = set.startsWith("!") || set.startsWith("^");
  const body = not ? set.slice(1) : set;
  let found = false;
  for (let at = 0; at < body.length; at++) {
    if (body[at + 1] === "-" && body[at + 2] !== undefined) {
      found ||= char >= body[at]! && char <= body[at + 2]!;
      at += 2;
    } else found ||= body[at] === char;
  }
  return found !== not;
}
