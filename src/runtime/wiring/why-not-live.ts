/** Why a canary was not denied, each reason with its own fix. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { NativeAnswer } from "../../adapters/contract.js";
import { type Finding, finding } from "../../core/errors.js";
import { launcherIn } from "../../core/hooks/own-command.js";
import { cut } from "../../core/text/json.js";
import { launcherPath } from "./command-line.js";
import { isExecutable } from "./is-executable.js";
import { launcherFacts } from "./launcher-facts.js";
import type { EntryPlace, EntryRun } from "./run-entry.js";

const SHOWN = 200;

export function whyNotLive(entry: EntryPlace, run: EntryRun): Finding {
  const { place, found } = entry;
  const launcher = (found.command && launcherIn(found.command)) ?? launcherPath(place.dataFolder);
  const broken = launcherProblem(launcher);
  if (broken !== undefined) return finding("LAUNCHER_BROKEN", broken, { file: launcher });
  const where = { file: place.file.path };
  if (run.error !== undefined) {
    const { code, message, path = "" } = run.error;
    const own = path === place.file.path;
    if (code === "ENOENT" && !own)
      return finding("AGENT_SHELL_MISSING", `${path} does not exist on this machine`, where);
    return finding("AGENT_ENTRY_ALTERED", `it could not be started (${message})`, where);
  }
  if (run.timedOut)
    return finding("PROOF_NO_ANSWER", `no answer came within ${Math.round(run.ms / 1000)} seconds`, where);
  if (/is gone or broken/.test(run.stderr))
    return finding("LAUNCHER_BROKEN", "its Node is missing, or its program copy is damaged", {
      file: launcher,
    });
  const said = cut([run.stdout, run.stderr].join(" ").trim(), SHOWN);
  const answer = said === "" ? "nothing" : JSON.stringify(said);
  return finding("PROOF_WRONG_ANSWER", `it answered ${answer} (exit code ${run.exitCode}) instead of a denial`, where);
}

export function saysTheSame(run: EntryRun, { stdout, stderr, exitCode }: NativeAnswer): boolean {
  return run.stdout === stdout && run.exitCode === exitCode && (stderr === undefined || run.stderr.includes(stderr));
}

function launcherProblem(launcher: string): string | undefined {
  if (!existsSync(launcher)) return "it is missing";
  if (!isExecutable(launcher)) return "it is not executable";
  const facts = launcherFacts(dirname(launcher));
  if (facts?.program === undefined) return "it names no copy of Snaphook";
  return existsSync(facts.program) ? undefined : `its program copy is missing (${facts.program})`;
}
