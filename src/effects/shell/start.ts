/** Starts a program: reports it, and unwraps wrappers. */
import { compileGlob } from "../../core/match/glob.js";
import { type Invocation, UNKNOWN, type Word } from "../model/invocation.js";
import type { Call, TakeApart } from "./call.js";
import { everydayName, looksDestructive } from "./everyday.js";
import { DEEPEST } from "./limits.js";
import { fileKey } from "./printed.js";
import { type Place, placed, type Reader, type Start } from "./reader.js";
import { plainWord } from "./scope.js";
import { inputOf, SHELLS, scriptOfLine } from "./shells.js";
import { STATE } from "./state.js";
import { commandsInVariables } from "./variables.js";
import { takeApartRow } from "./wrappers/row.js";
import { ROWS, type Row } from "./wrappers/rows.js";
import { SPECIAL } from "./wrappers/special.js";

const CANNOT_TELL = "starts a program whose name cannot be determined";

export function startProgram(start: Start, place: Place, reader: Reader): Invocation[] {
  if (!reader.step(start.line, 1 + start.words.length / 20)) return [];
  if (place.depth > DEEPEST) {
    reader.stop("is nested too deeply to analyse", start.line);
    return [];
  }
  const name = start.words[0]!;
  if (!name.known) return startUnknown(name, start, place, reader);
  const base = baseName(name.text);
  // `A-B=1 git …` looks like an assignment, but no shell accepts it as one.
  if (name.text.includes("=") && start.words.length > 1 && /^[\w.-]{1,60}=/.test(name.text))
    reader.walk.start({ ...start, words: start.words.slice(1) }, placed(place, { depth: place.depth + 1 }));
  if (name.glob) {
    const likely = /[A-Za-z/]/.test(name.text) ? programsLike(base) : [];
    // An unknown program may do anything.
    if (likely.length === 0) return [report(undefined, start, place, reader)];
    return likely.flatMap((program) => startNamed(program, start, place, reader));
  }
  return startNamed(base, start, place, reader);
}

function baseName(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.includes(".") ? name.replace(/\.exe$/i, "") : name;
}

/** Tries the known part of the name. If there is none, the words after it may be a command. */
function startUnknown(name: Word, start: Start, place: Place, reader: Reader): Invocation[] {
  const base = baseName(name.text);
  if (!base.includes(UNKNOWN) && base !== "") return startNamed(base, start, place, reader);
  const args = start.words.slice(1);
  if (!everydayName(name) || looksDestructive(args)) reader.cannotTell(CANNOT_TELL, start.line);
  const known = base.replaceAll(UNKNOWN, "");
  if (known !== "") return startNamed(known, start, place, reader);
  report(undefined, start, place, reader);
  if (args.length > 0 && !name.source.startsWith('"') && /^[\w.][\w./-]*$|^\/[\w./-]+$/.test(args[0]!.text))
    return reader.walk.start({ ...start, words: args }, placed(place, { depth: place.depth + 1 }));
  return [];
}

function startNamed(program: string, start: Start, place: Place, reader: Reader): Invocation[] {
  const invocation = report(program, start, place, reader);
  commandsInVariables(invocation, start, place, reader);
  writtenScript(program, invocation, reader);
  const takes = takenApartBy(program);
  if (takes === undefined && !start.words[0]!.text.includes("/")) return [invocation];
  const call: Call = { invocation, args: start.words.slice(1), start, place, reader };
  return scriptOfLine(call) ?? takes?.(call) ?? [invocation];
}

const RUNS_FILES =
  /^(?:(?:python|pypy|ruby|perl|php|lua)[\d.]*|node|nodejs|deno|bun|tsx|ts-node|osascript|Rscript|julia|elixir|swift|tclsh|expect|octave|g?cc|clang(?:\+\+)?|[gc]\+\+|tcc|go|rustc|javac?|racket|guile|groovy|runghc)$/;

/** An interpreter or compiler runs a file that the line wrote: analyses its text. */
function writtenScript(program: string, invocation: Invocation, reader: Reader): void {
  if (reader.files.size === 0 || !RUNS_FILES.test(program)) return;
  const script = invocation.args.find(({ text }) => !text.startsWith("-") && reader.files.has(fileKey(text)));
  if (script === undefined) return;
  const from = reader.files.get(fileKey(script.text))!.flat();
  reader.emit({ ...invocation, args: [plainWord("-")], redirects: [], input: { kind: "pipe", from } });
}

const TABLE = new Map<string, TakeApart>([
  ...Object.entries(ROWS).map(([name, row]): [string, TakeApart] => [name, (call) => byRows(call, row)]),
  ...Object.entries({ ...STATE, ...SHELLS, ...SPECIAL }),
]);

function takenApartBy(program: string): TakeApart | undefined {
  return TABLE.get(program);
}

function byRows(call: Call, row: Row | readonly Row[]): Invocation[] | undefined {
  for (const one of [row].flat() as Row[]) {
    const printing = takeApartRow(call, one);
    if (printing !== undefined) return printing;
  }
  return undefined;
}

function report(program: string | undefined, start: Start, place: Place, reader: Reader): Invocation {
  const { folders } = place.scope;
  const invocation: Invocation = {
    program,
    name: start.words[0]!,
    args: start.words.slice(1),
    variables: start.variables,
    redirects: start.redirects,
    input: inputOf(program, start, reader),
    cwd: folders[0],
    through: place.through,
    runs: place.runs,
    moreArgs: start.moreArgs,
    captured: place.captured,
    words: start.line,
  };
  if (folders.length > 1) for (const cwd of folders.slice(1)) reader.emit({ ...invocation, cwd });
  reader.emit(invocation);
  return invocation;
}

/** Programs that do harm or start others; other matches of a pattern do not matter. */
const NAMES =
  "rm rmdir unlink shred dd mkfs mkfs.ext4 mkfs.xfs wipefs fdisk sfdisk parted mv cp ln chmod chown chattr truncate tee cat sh bash zsh dash ksh fish python python3 perl ruby node php curl wget nc ncat socat ssh scp rsync sudo su doas env find xargs git docker kubectl kill killall pkill shutdown reboot halt poweroff init systemctl service crontab at iptables nft ufw mount umount useradd userdel usermod passwd visudo insmod rmmod modprobe eval exec source tar base64 openssl awk sed vi vim ed busybox gcc make npm npx pip apt apt-get yum dnf brew terraform aws gcloud az psql mysql redis-cli mongo".split(
    " ",
  );

/** Programs that a pattern in the command position may match: `/bin/r?`. */
export function programsLike(pattern: string): string[] {
  return pattern.length > 100 ? [] : NAMES.filter(compileGlob(pattern, "shell"));
}
