/**
 * `uninstall --purge`: backup, entries of each agent, daemon and launcher, starter files, data. Each is a feature with a
 * result of its own, and a failure does not stop the rest, except that data without a backup stays.
 */
import { existsSync, rmSync } from "node:fs";
import type { Adapter } from "../../adapters/contract.js";
import { storeFile } from "../../client/store-file.js";
import type { Finding } from "../../core/errors.js";
import { makeBackupHere } from "../backup/make.js";
import type { Call } from "../command.js";
import { FeatureReport } from "../output/features.js";
import { safe, safeName } from "../output/print.js";
import { keepOutOfGit, takeAgent } from "./install-agents.js";
import { withoutPlace } from "./known-agents.js";
import { dataFolders, type Purged, purgedLines, purgeLauncher } from "./purge-launcher.js";
import { takeStarters } from "./starter-file.js";
import { type FileResult, reportWiring } from "./wiring-report.js";

export async function purgeAll(call: Call, adapters: readonly Adapter[]): Promise<number> {
  const report = new FeatureReport();
  const backup = await report.run("backup", undefined, () => backUp(call, report));
  const files: FileResult[] = [];
  for (const adapter of adapters)
    files.push(...(await report.run(adapter.name, [], () => take(call, adapter, report))));
  for (const { name } of adapters)
    if (!files.some((file) => file.place.adapter.name === name && isChange(file))) report.drop(name);
  const problems: Finding[] = [
    ...(call.args.length === 0 ? [] : withoutPlace(adapters, call, "user")),
    ...keepOutOfGit(call, files),
  ];
  const done = await report.run("launcher", undefined, () => purge(call, report, problems));
  await report.run("starter files", undefined, () => starters(call, report));
  if (call.flags["data"] === true) await report.run("data", undefined, () => removeData(call, report, done));
  const left = done === undefined ? undefined : { ...done, stays: done.stays.filter((folder) => existsSync(folder)) };
  const also = { purged: (left?.removed.length ?? 0) > 0, ...left, backup: backup ?? null, features: report.results };
  const code = reportWiring(call, { files, problems }, { dryRun: false, also });
  if (!call.json) {
    if (left !== undefined) for (const line of purgedLines(left, call, false)) call.out(line);
    if (backup !== undefined) call.out(`Backup of the store: ${safeName(backup)}`);
    call.out("");
    report.show(call);
  }
  return report.hasFailed ? 1 : code;
}

const isChange = ({ wired }: FileResult) => "problem" in wired || wired.changed;

async function backUp(call: Call, report: FeatureReport): Promise<string | undefined> {
  if (!existsSync(storeFile(call.places))) {
    report.note("backup", "skipped", "there is no store");
    return undefined;
  }
  const made = await makeBackupHere(call, "uninstall");
  if ("problem" in made) report.end("backup", made.problem);
  return "problem" in made ? undefined : made.backup.file;
}

function take(call: Call, adapter: Adapter, report: FeatureReport): FileResult[] {
  const results = takeAgent(call, adapter, "user", false);
  for (const { wired } of results) if ("problem" in wired) report.end(adapter.name, wired.problem);
  return results;
}

async function purge(call: Call, report: FeatureReport, problems: Finding[]): Promise<Purged | undefined> {
  const done = await purgeLauncher(call, [], false);
  if (!("problem" in done)) return done;
  report.end("launcher", done.problem);
  problems.push(done.problem);
  return undefined;
}

function starters(call: Call, report: FeatureReport): void {
  const removed = takeStarters(call.places);
  if (removed.length === 0) report.note("starter files", "skipped", "none to remove");
  else report.note("starter files", "ok", `removed ${removed.map(safe).join(", ")}`);
}

function removeData(call: Call, report: FeatureReport, done: Purged | undefined): void {
  if (done === undefined) return report.note("data", "skipped", "the launcher is in use, so agents go on recording");
  if (report.results["backup"]?.state === "error") return report.note("data", "skipped", "there is no backup of it");
  for (const folder of dataFolders(call)) rmSync(folder, { recursive: true, force: true });
}
