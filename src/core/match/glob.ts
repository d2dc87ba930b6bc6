/**
 * The one glob compiler. Patterns come from projects and from commands, so they must not be able to hang the process:
 * a set of positions walks over the text, and the time is at most the length of the pattern times that of the text.
 */

export type GlobDialect =
  /** `*`, `?` and `[a-z]` stay within a segment, `**` crosses segments, `a/**` includes `a`. Without `/` (`./a` has one): at any depth. */
  | "path"
  /** For commands and tool names: `/` is an ordinary character. */
  | "wildcard"
  /** As in `case` and `${x#…}`: `/` is an ordinary character, a backslash escapes, `{a,b}` is plain text. */
  | "shell";

export type GlobTest = (text: string) => boolean;

/** Anchored at both ends and case-sensitive. Throws on a reversed range (`[z-a]`); in a shell that matches nothing. */
export function compileGlob(glob: string, dialect: GlobDialect): GlobTest {
  const steps: Step[] = [];
  if (dialect !== "path") {
    if (!/[*?[{\\]/.test(glob)) return (text) => text === glob;
    addSteps(steps, glob, dialect, true);
  } else {
    const path = glob.startsWith("./") ? glob.slice(2) : glob;
    const mixed = glob.includes("/") && path.includes("{") && path === glob;
    if (mixed) {
      // `{src/a,*.md}`: an alternative without `/` matches at any depth.
      const both = branch(steps);
      addSteps(steps, path, dialect, true);
      both.push(steps.length);
    }
    if (mixed || !glob.includes("/")) addAnyFolders(steps);
    addSteps(steps, path, dialect, !mixed);
  }
  return (text) => run(steps, text);
}

type CharTest = (code: number) => boolean;
type Step =
  | { readonly kind: "char"; readonly code: number }
  | { readonly kind: "take"; readonly test: CharTest }
  /** Takes any number of characters, or none. */
  | { readonly kind: "repeat"; readonly test: CharTest }
  | { readonly kind: "branch"; readonly to: readonly number[] }
  | { readonly kind: "end" };

const SLASH = 47;
/** No character has this code. */
const NEVER = -1;
const any: CharTest = () => true;
const withinSegment: CharTest = (code) => code !== SLASH;

/** Continues at the next step, and at those added to the list that is returned. */
function branch(steps: Step[]): number[] {
  const to = [steps.length + 1];
  steps.push({ kind: "branch", to });
  return to;
}

/** Nothing, or any text that ends with a slash. */
function addAnyFolders(steps: Step[]): void {
  const to = branch(steps);
  steps.push({ kind: "repeat", test: any }, { kind: "char", code: SLASH });
  to.push(steps.length);
}

/** `slashes`: false drops the alternatives that hold a slash. */
function addSteps(steps: Step[], glob: string, dialect: GlobDialect, slashes: boolean): void {
  const inSegment = dialect === "path" ? withinSegment : any;
  const open: { readonly starts: number[]; readonly ends: number[][] }[] = [];
  const endsHere = (at: number) => at >= glob.length || (open.length > 0 && /[,}]/.test(glob[at]!));
  const lastBrace = glob.lastIndexOf("}");
  const lastBracket = glob.lastIndexOf("]");
  const take = (test: CharTest) => steps.push({ kind: "take", test });
  for (let at = 0; at < glob.length; ) {
    const code = glob.codePointAt(at)!;
    const char = String.fromCodePoint(code);
    const group = open.at(-1);
    const set = char === "[" && at < lastBracket ? readSet(glob, at, dialect) : undefined;
    let length = char.length;
    if (char === "*" && glob[at + 1] === "*" && dialect !== "shell") {
      length = glob[at + 2] === "/" ? 3 : 2;
      if (length === 2) steps.push({ kind: "repeat", test: any });
      else if (slashes) addAnyFolders(steps);
      else steps.push({ kind: "char", code: NEVER });
    } else if (char === "*") steps.push({ kind: "repeat", test: inSegment });
    else if (char === "?") take(inSegment);
    else if (set !== undefined) {
      take((one) => set.test(one) && inSegment(one));
      length = set.length;
    } else if (char === "\\" && dialect === "shell") {
      const escaped = glob.codePointAt(at + 1);
      steps.push({ kind: "char", code: escaped ?? NEVER });
      length += escaped === undefined ? 0 : String.fromCodePoint(escaped).length;
    } else if (char === "{" && dialect !== "shell" && at < lastBrace) open.push({ starts: branch(steps), ends: [] });
    else if (char === "," && group !== undefined) {
      group.ends.push(jump(steps));
      group.starts.push(steps.length);
    } else if (char === "}" && group !== undefined) {
      open.pop();
      for (const end of group.ends) end.push(steps.length);
    } else if (dialect === "path" && slashes && glob.startsWith("/**", at) && endsHere(at + 3)) {
      const to = branch(steps);
      steps.push({ kind: "char", code: SLASH }, { kind: "repeat", test: any });
      to.push(steps.length);
      length = 3;
    } else steps.push({ kind: "char", code: code === SLASH && !slashes ? NEVER : code });
    at += length;
  }
  for (const { ends } of open) for (const end of ends) end.push(steps.length);
  steps.push({ kind: "end" });
}

/** Continues only at the steps added to the list that is returned. */
function jump(steps: Step[]): number[] {
  const to: number[] = [];
  steps.push({ kind: "branch", to });
  return to;
}

/** `[abc]`, `[a-z]`, `[!a]`, `[^a]`; a `]` that comes first is a member. Undefined if it is not closed. */
function readSet(glob: string, start: number, dialect: GlobDialect): { test: CharTest; length: number } | undefined {
  const negated = /[!^]/.test(glob[start + 1] ?? "");
  const first = start + (negated ? 2 : 1);
  const end = glob.indexOf("]", first + 1);
  if (end < 0) return undefined;
  const members = Array.from(glob.slice(first, end));
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at < members.length; at++) {
    const isRange = members[at + 1] === "-" && at + 2 < members.length;
    const range = [members[at]!, members[isRange ? at + 2 : at]!].map((one) => one.codePointAt(0)!);
    const [from, to] = range as [number, number];
    if (from > to && dialect !== "shell")
      throw new Error(`the range ${members.slice(at, at + 3).join("")} is reversed`);
    ranges.push([from, to]);
    if (isRange) at += 2;
  }
  const test: CharTest = (code) => ranges.some(([from, to]) => code >= from && code <= to) !== negated;
  return { test, length: end + 1 - start };
}

function run(steps: readonly Step[], text: string): boolean {
  /** Which text position a step was last reached at, so that none is followed twice. */
  const reachedAt = new Int32Array(steps.length).fill(-1);
  let current: number[] = [];
  let next: number[] = [];
  let ended = false;
  const pending: number[] = [];
  const reach = (from: number, at: number) => {
    pending.push(from);
    while (pending.length > 0) {
      const index = pending.pop()!;
      if (reachedAt[index] === at) continue;
      reachedAt[index] = at;
      const step = steps[index]!;
      if (step.kind === "end") ended = true;
      else if (step.kind === "branch") for (const to of step.to) pending.push(to);
      else {
        next.push(index);
        if (step.kind === "repeat") pending.push(index + 1);
      }
    }
  };
  reach(0, 0);
  for (let at = 0; at < text.length && next.length > 0; ) {
    const code = text.codePointAt(at)!;
    at += code > 0xffff ? 2 : 1;
    [current, next] = [next, current];
    next.length = 0;
    ended = false;
    for (const index of current) {
      const step = steps[index]!;
      if (step.kind === "char" ? step.code === code : step.kind === "take" && step.test(code)) reach(index + 1, at);
      else if (step.kind === "repeat" && step.test(code)) reach(index, at);
    }
    if (at >= text.length) return ended;
  }
  return ended && text === "";
}
