/**
 * Expresses a tool or a line of code as the program that does the same. A rule about `rm` then also covers
 * `shutil.rmtree` and a tool called Delete.
 */
import { type Invocation, UNKNOWN, type Word } from "./invocation.js";

export interface Origin {
  /** The part of the call it comes from. */
  readonly words: string;
  readonly cwd: string | undefined;
  readonly through?: readonly string[];
  readonly runs?: Invocation["runs"];
}

export function literal(text: string, glob = false): Word {
  return { text, known: !text.includes(UNKNOWN), glob, source: text };
}

export function equivalentProgram(program: string, args: readonly (Word | string)[], origin: Origin): Invocation {
  return {
    program,
    name: literal(program),
    args: args.map((arg) => (typeof arg === "string" ? literal(arg) : arg)),
    variables: new Map(),
    redirects: [],
    input: { kind: "none" },
    cwd: origin.cwd,
    through: origin.through ?? [],
    runs: origin.runs ?? "here",
    moreArgs: false,
    captured: false,
    words: origin.words,
    standsIn: true,
  };
}

/** Writes a file completely or in part. */
export function writing(path: Word | string, how: "overwrite" | "write", origin: Origin): Invocation {
  const target = typeof path === "string" ? literal(path) : path;
  return { ...equivalentProgram(":", [], origin), redirects: [{ operator: how === "overwrite" ? ">" : ">>", target }] };
}
