/**
 * Calls that do what a lasting rule names and nothing else that matters. Strict: variables, wrappers, options that are not
 * listed, and programs that may change anything make it another call.
 */
import type { BasePayload } from "../../core/events/payload.js";
import type { Where } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";
import { onlyReads } from "../read-only/only-reads.js";
import { readCall } from "../tools/read-call.js";

export interface PlainPush {
  readonly remote: string;
  readonly branches: readonly string[];
  readonly cwd: string;
}

/** The pushes of a call; undefined if it does anything else that could change where they lead. */
export function plainPushes(payload: BasePayload, where: Where): readonly PlainPush[] | undefined {
  const invocations = plainInvocations(payload, where);
  if (invocations === undefined) return undefined;
  const pushes: PlainPush[] = [];
  for (const invocation of invocations) {
    const push = isPlain(invocation) ? plainPush(invocation) : undefined;
    if (push !== undefined) pushes.push(push);
    else if (!readsOnly(invocation, where) && !isCommit(invocation)) return undefined;
  }
  return pushes.length === 0 ? undefined : pushes;
}

const FILE_TOOLS = ["Write", "Edit", "MultiEdit", "NotebookEdit", "Delete"];

/** A file tool, or one program that changes files: two could create a link and write through it. */
export function changesPlainly(payload: BasePayload, where: Where): boolean {
  if (payload.unreadable_input === true) return false;
  if (FILE_TOOLS.includes(String(payload.tool_name))) return true;
  const changing = plainInvocations(payload, where)?.filter((invocation) => !readsOnly(invocation, where));
  return changing?.length === 1 && isPlain(changing[0]!);
}

function plainInvocations(payload: BasePayload, where: Where): readonly Invocation[] | undefined {
  if (payload.tool_name !== "Bash" || payload.unreadable_input === true) return undefined;
  const { invocations, unclear, effects = [], planted = [], marks } = readCall(payload, where);
  const isWhole = unclear.length === 0 && effects.length === 0 && planted.length === 0;
  // A variable such as PATH, or a function, may change what every later word means.
  return isWhole && marks?.length === 0 ? invocations : undefined;
}

const NOWHERE = /^\/dev\/null$/;

/** Started by its bare name, here, with known arguments and no variables. */
function isPlain({ name, args, variables, through, runs, moreArgs, standsIn, cwd }: Invocation): boolean {
  if (standsIn || runs !== "here" || moreArgs || cwd === undefined) return false;
  // `cd` sets PWD.
  const isOwn = [...variables].every(([variable, { text }]) => variable === "PWD" && text === cwd);
  return isOwn && through.length === 0 && [name, ...args].every(isWritten);
}

function isWritten({ known, glob }: Word): boolean {
  return known && !glob;
}

function readsOnly(invocation: Invocation, where: Where): boolean {
  if (!isPlain(invocation)) return false;
  return invocation.name.text === "cd" || onlyReads(invocation.words, { ...where, cwd: invocation.cwd! });
}

/** What usually precedes a push. */
function isCommit(invocation: Invocation): boolean {
  const [subcommand] = invocation.args;
  return isPlain(invocation) && isGit(invocation) && ["add", "commit"].includes(subcommand?.text ?? "");
}

/** Without redirections to files, and without git's global options: `git -C other push`. */
function isGit({ name, redirects }: Invocation): boolean {
  return name.text === "git" && redirects.every(({ target }) => NOWHERE.test(target.text));
}

const OPTIONS = new Set(["-u", "--set-upstream", "-q", "--quiet", "-v", "--verbose", "--progress", "--porcelain"]);
const REMOTE = /^\w[\w.-]{0,99}$/;
/** A name, or `name:name`. No `+`, no deletion, no pattern. */
const REF = /^(?:[A-Za-z0-9][\w./-]{0,199}:)?(?:refs\/heads\/)?([A-Za-z0-9][\w./-]{0,199})$/;

function plainPush(invocation: Invocation): PlainPush | undefined {
  const [subcommand, ...words] = invocation.args.map(({ text }) => text);
  if (subcommand !== "push" || !isGit(invocation) || invocation.input.kind !== "none") return undefined;
  const [remote = "", ...refs] = words.filter((word) => !OPTIONS.has(word));
  if (!REMOTE.test(remote) || refs.length === 0) return undefined;
  const branches = refs.map((ref) => REF.exec(ref)?.[1]);
  const isNamed = (branch: string | undefined): branch is string => branch !== undefined && !branch.startsWith("refs/");
  return branches.every(isNamed) ? { remote, branches, cwd: invocation.cwd! } : undefined;
}
