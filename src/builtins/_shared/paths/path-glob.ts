/**
 * Path globs without a regular expression: patterns come from projects, and the time must not grow faster than the two
 * lengths multiplied. `*` and `?` stay within a segment, `**` is any number of segments; a pattern without `/` fits a name
 * at any depth. Anchored at both ends.
 */

/** `path` is relative, with `/` between its segments. */
export function matchesGlob(glob: string, path: string): boolean {
  const parts = path.split("/");
  return alternatives(glob).some((one) => {
    const wanted = one.replace(/^\.?\//, "").split("/");
    return matchSegments(wanted.length === 1 ? ["**", ...wanted] : wanted, parts);
  });
}

function matchSegments(wanted: readonly string[], parts: readonly string[]): boolean {
  // Which of the first n parts the pattern so far can have taken.
  let reached = new Set([0]);
  for (const segment of wanted) {
    const next = new Set<number>();
    if (segment === "**") for (let at = Math.min(...reached); at <= parts.length; at++) next.add(at);
    else for (const at of reached) if (at < parts.length && matchSegment(segment, parts[at]!)) next.add(at + 1);
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(parts.length);
}

/** One segment, by going back to the last `*` only. */
function matchSegment(pattern: string, text: string): boolean {
  let p = 0;
  let star = -1;
  let resume = 0;
  for (let t = 0; t < text.length; ) {
    if (pattern[p] === "*") {
      star = p++;
      resume = t;
    } else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === text[t])) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}

const MOST_ALTERNATIVES = 32;

/** `{a,b}` stands for both; deeper nesting is not known. */
function alternatives(glob: string): string[] {
  let all = [glob];
  for (let open = glob.indexOf("{"); open >= 0 && all.length <= MOST_ALTERNATIVES; open = all[0]!.indexOf("{")) {
    const next = all.flatMap((one) => {
      const from = one.indexOf("{");
      const to = one.indexOf("}", from);
      if (from < 0 || to < 0) return [one.replace("{", "")];
      return one
        .slice(from + 1, to)
        .split(",")
        .map((choice) => one.slice(0, from) + choice + one.slice(to + 1));
    });
    all = next.slice(0, MOST_ALTERNATIVES);
  }
  return all;
}
