/** Copies of the store that hold what the user deletes: they are named, and rewritten or deleted with it. */
import { type Finding, finding } from "../../core/errors.js";
import type { ForgetSources } from "../../core/records/memory-store.js";
import type { CopyLook, Gone } from "../../daemon/backup/forget-in-copies.js";
import { knownCopies } from "../../daemon/backup/known-copies.js";
import { removeBackup } from "../../daemon/backup/list-backups.js";
import { runTask } from "../../daemon/backup/run-task.js";
import { loadBackupSettings } from "../../daemon/backup/settings.js";
import { removeDatabase } from "../../store/backup/copy-store.js";
import type { Call, Option } from "../command.js";
import { amount, paint, safe, safeName } from "../output/print.js";
import { withProgress } from "../output/progress.js";

const CHOICES = ["rewrite", "delete", "keep"] as const;

export const COPIES_OPTION: Option = {
  type: "string",
  value: "WHAT",
  kind: CHOICES,
  help: "Backups that hold it: rewrite them without it, delete or keep them (default: rewrite).",
};

export function wrongChoice({ flags }: Pick<Call, "flags">): Finding | undefined {
  const { backups = "rewrite" } = flags;
  return (CHOICES as readonly unknown[]).includes(backups)
    ? undefined
    : finding("USAGE", `--backups must be ${CHOICES.join(", ")}, not "${String(backups)}"`);
}

/** Those that hold it, and those that cannot be read. */
export async function affectedCopies(call: Call, what: Gone, also: ForgetSources): Promise<readonly CopyLook[]> {
  return (await lookAt(call, what, also, false)).filter(({ state }) => state !== "clean");
}

async function lookAt(call: Call, what: Gone, also: ForgetSources, apply: boolean, only?: readonly string[]) {
  const { folder } = await loadBackupSettings(call.places, call.cwd);
  const files = only ?? knownCopies(call.places, folder);
  if (files.length === 0) return [];
  const request = { files, what, also, apply, data: call.places.data };
  const text = `${apply ? "Rewriting" : "Looking into"} ${amount(files.length, "backup")}`;
  const done = await withProgress(text, () => runTask("forget", request));
  if (!("problem" in done)) return done.copies;
  const why = done.problem.message;
  return files.map((file): CopyLook => ({ file, state: "unreadable", why }));
}

/** Before the user confirms. */
export function describeCopies(call: Call, copies: readonly CopyLook[]): void {
  const holding = copies.filter(({ state }) => state === "holds");
  const unreadable = copies.filter(({ state }) => state === "unreadable");
  if (holding.length > 0)
    call.out(
      `${amount(holding.length, "copy", "copies")} of the store ${holding.length === 1 ? "holds" : "hold"} it too:`,
    );
  for (const { file } of holding) call.out(`  ${safeName(file)}`);
  if (holding.length > 0) call.out(`  ${PLANS[choiceOf(call)]}`);
  for (const { file, why = "" } of unreadable)
    call.out(
      paint(
        "yellow",
        `Cannot be read, and may hold it: ${safeName(file)} (${safe(why)}). ${UNREADABLE[choiceOf(call)]}`,
      ),
    );
}

const PLANS = {
  rewrite: "They are rewritten without it. `--backups delete` deletes them, `--backups keep` keeps them as they are.",
  delete: "They are deleted.",
  keep: "They are kept as they are, and a restore would bring it back.",
} as const;

const UNREADABLE = {
  rewrite: "It stays; `--backups delete` deletes it.",
  delete: "It is deleted.",
  keep: "It stays.",
} as const;

/** After the user confirmed. Returns those that still hold it, or may. */
export async function cleanCopies(
  call: Call,
  what: Gone,
  also: ForgetSources,
  copies: readonly CopyLook[],
): Promise<readonly CopyLook[]> {
  const choice = choiceOf(call);
  if (choice === "keep" || copies.length === 0) return copies;
  if (choice === "delete") {
    for (const { file } of copies) {
      removeBackup(file);
      removeDatabase(file);
    }
    return [];
  }
  const holding = copies.filter(({ state }) => state === "holds").map(({ file }) => file);
  const done = holding.length === 0 ? [] : await lookAt(call, what, also, true, holding);
  return [...copies, ...done].filter(({ state }) => state === "unreadable");
}

export function reportLeft(call: Call, left: readonly CopyLook[]): void {
  if (left.length === 0) return;
  call.err(paint("yellow", `Still in, or perhaps in: ${left.map(({ file }) => safeName(file)).join(", ")}`));
}

function choiceOf({ flags }: Pick<Call, "flags">): (typeof CHOICES)[number] {
  return CHOICES.find((one) => one === flags["backups"]) ?? "rewrite";
}
