/**
 * The only glob compiler. Patterns come from projects and commands, so they must not hang the process: a set of
 * positions moves over the text, in time proportional to pattern length times text length.
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
  /** Matches any number of characters. */
  | { readonly kind: "repeat"; readonly test: CharTest }
  | { readonly kind: "branch"; readonly to: readonly number[] }
  | { readonly kind: "end" };

const SLASH = 47;
/** No character has this code. */
const NEVER = -1;
const any: CharTest = () => true;
const withinSegment: CharTest = (code) => code !== SLASH;

const char = (code: number): Step => ({ kind: "char", code });
const take = (test: CharTest): Step => ({ kind: "take", test });
const repeat = (test: CharTest): Step => ({ kind: "repeat", test });

/** Continues at the steps in the returned list: initially the next one. */
function branch(steps: Step[], to = [steps.length + 1]): number[] {
  steps.push({ kind: "branch", to });
  return to;
}

function optional(steps: Step[], ...inner: readonly Step[]): void {
  const to = branch(steps);
  steps.push(...inner);
  to.push(steps.length);
}

function addAnyFolders(steps: Step[]): void {
  optional(steps, repeat(any), char(SLASH));
}

/** `slashes: false` drops alternatives with a slash. */
function addSteps(steps: Step[], glob: string, dialect: GlobDialect, slashes: boolean): void {
  const isPath = dialect === "path";
  const isShell = dialect === "shell";
  const inSegment = isPath ? withinSegment : any;
  const open: { readonly starts: number[]; readonly ends: number[][] }[] = [];
  const endsHere = (at: number) => at >= glob.length || (open.length > 0 && /[,}]/.test(glob[at]!));
  const lastBrace = glob.lastIndexOf("}");
  const lastBracket = glob.lastIndexOf("]");
  for (let at = 0; at < glob.length; ) {
    const code = glob.codePointAt(at)!;
    const sign = String.fromCodePoint(code);
    const group = open.at(-1);
    const set = sign === "[" && at < lastBracket ? readSet(glob, at, isShell) : undefined;
    let length = sign.length;
    if (sign === "*" && glob[at + 1] === "*" && !isShell) {
      length = glob[at + 2] === "/" ? 3 : 2;
      if (length === 2) steps.push(repeat(any));
      else if (slashes) addAnyFolders(steps);
      else steps.push(char(NEVER));
    } else if (sign === "*") steps.push(repeat(inSegment));
    else if (sign === "?") steps.push(take(inSegment));
    else if (set !== undefined) {
      steps.push(take((one) => set.test(one) && inSegment(one)));
      length = set.length;
    } else if (sign === "\\" && isShell) {
      const escaped = glob.codePointAt(at + 1) ?? NEVER;
      steps.push(char(escaped));
      length += escaped > 0xffff ? 2 : 1;
    } else if (sign === "{" && !isShell && at < lastBrace) open.push({ starts: branch(steps), ends: [] });
    else if (sign === "," && group !== undefined) {
      group.ends.push(branch(steps, []));
      group.starts.push(steps.length);
    } else if (sign === "}" && group !== undefined) {
      open.pop();
      for (const end of group.ends) end.push(steps.length);
    } else if (isPath && slashes && glob.startsWith("/**", at) && endsHere(at + 3)) {
      optional(steps, char(SLASH), repeat(any));
      length = 3;
    } else steps.push(char(code === SLASH && !slashes ? NEVER : code));
    at += length;
  }
  for (const { ends } of open) for (const end of ends) end.push(steps.length);
  steps.push({ kind: "end" });
}

/** `[abc]`, `[a-z]`, `[!a]`, `[^a]`; a leading `]` is a member. Undefined if unterminated. */
function readSet(glob: string, start: number, isShell: boolean): { test: CharTest; length: number } | undefined {
  const negated = /[!^]/.test(glob[start + 1] ?? "");
  const first = start + (negated ? 2 : 1);
  const end = glob.indexOf("]", first + 1);
  if (end < 0) return undefined;
  const members = Array.from(glob.slice(first, end));
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at < members.length; at++) {
    const isRange = members[at + 1] === "-" && at + 2 < members.length;
    const from = members[at]!.codePointAt(0)!;
    const to = isRange ? members[at + 2]!.codePointAt(0)! : from;
    if (from > to && !isShell) throw new Error(`the range ${members[at]}-${members[at + 2]} is reversed`);
    ranges.push([from, to]);
    if (isRange) at += 2;
  }
  const test: CharTest = (code) => ranges.some(([from, to]) => code >= from && code <= to) !== negated;
  return { test, length: end + 1 - start };
}

function run(steps: readonly Step[], text: string): boolean {
  /** The text position at which a step was last reached, so that none is followed twice. */
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
  for (let at = 0; at < text.length; ) {
    if (next.length === 0) return false;
    const code = text.codePointAt(at)!;
    at += code > 0xffff ? 2 : 1;
    [current, next] = [next, current];
    next.length = 0;
    ended = false;
    for (const index of current) {
      const step = steps[index]!;
      if (step.kind === "char" ? step.code === code : "test" in step && step.test(code))
        reach(step.kind === "repeat" ? index : index + 1, at);
    }
  }
  return ended;
}
