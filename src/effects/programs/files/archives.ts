/** Archives unpacked over existing files. */
import { operands } from "../../model/arguments.js";
import type { Effect, Where } from "../../model/effect.js";
import { literal } from "../../model/equivalent-program.js";
import type { Invocation, Word } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { pathTarget } from "../../paths/paths.js";
import { removalOf } from "../../paths/removal.js";
import { writeEffect } from "../../paths/writes.js";
import type { Program } from "../contract.js";

const archives: Program = {
  names: ["tar", "bsdtar", "gtar", "unzip", "cpio", "7z", "7za", "unrar", "zip"],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    const line = lineOf(invocation);
    const extracts = extracting(invocation, line);
    const folder = folderOf(invocation);
    const effects: Effect[] = [];
    if (extracts) effects.push(copyDestinations(folder ?? literal("."), line, invocation, where));
    if (/ --checkpoint-action=exec|--to-command|(?:-I|--use-compress-program)[ =]\S{0,40}(?:sh|bash) /.test(line))
      effects.push(
        effectOf(invocation, {
          kind: "remote-code",
          severity: "risky",
          what: "runs a command through an archiver option",
          instead: "unpack first with `tar -xf files.tar -C ./out`, and run the command separately",
        }),
      );
    if (extracts && / (?:--absolute-names|--absolute-paths|-[a-zA-Z]{0,10}P[a-zA-Z]{0,10})(?:\s|$)/.test(line))
      effects.push(
        effectOf(invocation, {
          kind: "overwrite",
          severity: "risky",
          what: "unpacks absolute paths, which can overwrite system files",
          instead: "unpack it in the project: `tar -xf files.tar -C ./out`",
        }),
      );
    const zips = invocation.program === "zip";
    if (
      / (?:--remove-files|-sdel)(?:\s|$)/.test(line) ||
      (zips && / (?:-[a-zA-Z]{0,8}m[a-zA-Z]{0,8}|--move)(?:\s|$)/.test(line))
    )
      effects.push(
        ...operands(invocation, ["-f", "-C"])
          .slice(line.includes("-sdel") ? 2 : 1)
          .map((word) => removed(word, invocation, where)),
      );
    return effects;
  },
};

export default archives;

function extracting({ program, args }: Invocation, line: string): boolean {
  if (program === "zip") return false;
  if (program === "unzip") return !/ -\w{0,4}[lptvZz]/.test(line);
  if (program === "cpio") return / -\w{0,6}i| --extract/.test(line);
  if (/^7z|^unrar/.test(program ?? "")) return /^ [ex](?:\s|$)/.test(line);
  return (
    / (?:--extract|--get)(?:\s|$)/.test(line) ||
    /^-?[a-zA-Z]{0,10}x[a-zA-Z]{0,10}$/.test(args[0]?.text ?? "") ||
    / -[a-zA-Z]{0,10}x/.test(line)
  );
}

function folderOf({ program, args }: Invocation): Word | undefined {
  const flag =
    program === "unzip" ? /^-d(?=.|$)/ : program === "cpio" ? /^-D(?=.|$)/ : /^-(?:C(?=.|$)|o(?=.)|-directory=)/;
  const at = args.findIndex(({ text }) => flag.test(text));
  if (at < 0) return args[args.findIndex(({ text }) => text === "--directory") + 1 || args.length];
  const rest = args[at]!.text.replace(flag, "");
  return rest === "" ? args[at + 1] : { ...args[at]!, text: rest };
}

/** Keeps existing files. */
const KEEPS = / (?:--keep-old-files|--skip-old-files|--keep-newer-files|-[a-zA-Z]{0,10}k[a-zA-Z]{0,10}|-n)(?:\s|$)/;

/** In a system directory an archive can replace anything. */
function copyDestinations(folder: Word, line: string, invocation: Invocation, where: Where): Effect {
  const written = writeEffect(invocation, folder, where, {
    manner: "write",
    kind: "write",
    what: "unpacks an archive",
  });
  const target = pathTarget(folder, where, invocation.cwd);
  const wide =
    /^\/(?:etc|usr|bin|sbin|lib\d{0,2}|boot|var)?$/.test(target.name) ||
    (target.name === where.home &&
      !KEEPS.test(line) &&
      (invocation.program !== "unzip" || / -[a-zA-Z]{0,6}o/.test(line)));
  if (!wide) return { ...written, target: { ...written.target!, below: true } };
  return effectOf(invocation, {
    kind: "overwrite",
    severity: "risky",
    target: { ...target, below: true },
    what: "unpacks an archive into a system directory",
    instead: "unpack it in the project with `tar -xf files.tar -C ./out`, and copy the files you need",
  });
}

function removed(word: Word, invocation: Invocation, where: Where): Effect {
  const { severity, what } = removalOf(word, invocation, where, true);
  return effectOf(invocation, {
    kind: "delete",
    severity,
    target: pathTarget(word, where, invocation.cwd),
    what: `archives and then deletes ${what}`,
    ...(severity === "ordinary" ? {} : { instead: "archive without deleting: `tar -czf backup.tgz ./src`" }),
  });
}
