/**
 * `upgrade`: launcher, entries of each wired agent, daemon, backup, store, approvals, test call. Each is a feature with a result
 * of its own, and a failure does not stop the rest.
 */
import { existsSync } from "node:fs";
import type { Adapter } from "../../adapters/contract.js";
import { startDetached, stopDaemon } from "../../client/daemon-control.js";
import { lockHolder } from "../../client/daemon-lock.js";
import { storeFile } from "../../client/store-file.js";
import { finding } from "../../core/errors.js";
import { openStore } from "../../daemon/records/open-store.js";
import { PROBE_COMMAND } from "../../runtime/pack/recommended-hooks.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import { launcherFacts } from "../../runtime/wiring/launcher-facts.js";
import { reachedHooks } from "../../runtime/wiring/reached-hooks.js";
import { type WirePlace, wire, wiredState } from "../../runtime/wiring/wire.js";
import { filesThatCall, wiredFiles } from "../../runtime/wiring/wired-files.js";
import { needsUpgrade, storedVersion } from "../../store/open-database.js";
import { SCHEMA_VERSION } from "../../store/schema.js";
import type { Call } from "../command.js";
import { proofFacts } from "../doctor/prove-agents.js";
import { unsignedState } from "../human/unsigned-state.js";
import type { FeatureReport } from "../output/features.js";
import { amount } from "../output/print.js";
import { withProgress } from "../output/progress.js";
import { renewLauncher } from "./install-agents.js";
import { wirableAgents, wirePlaces } from "./known-agents.js";
import { demandForPlan } from "./on-demand-events.js";
import { stableProgramPath } from "./stable-program-path.js";

export async function upgradeFeatures(call: Call, report: FeatureReport): Promise<void> {
  const wired = wiredPlaces(call);
  const isCalled = wired.length > 0 || filesThatCall(call.places.data).length > 0;
  await report.run("launcher", undefined, () => launcher(call, isCalled, report));
  for (const adapter of new Set(wired.map((place) => place.adapter)))
    await report.run(adapter.name, undefined, () => entries(call, adapter, wired, report));
  const daemon = await report.run("daemon", "none", () => endDaemon(call, report));
  await report.run("store", undefined, () =>
    withProgress("Upgrading the store", () => upgradeStore(call, daemon === "stays", report)),
  );
  if (daemon === "ended") await report.run("daemon", undefined, () => startDaemon(call, report));
  await report.run("approvals", undefined, () => approvals(call, report));
  await report.run("test call", undefined, () =>
    withProgress("Testing the entries", () => testCalls(call, wired, report)),
  );
}

/** Files with our entries, and those that had some and cannot be read now. */
function wiredPlaces(call: Call): WirePlace[] {
  const known = new Set(wiredFiles(call.places.data));
  return wirableAgents()
    .flatMap((adapter) => (["user", "project"] as const).flatMap((scope) => wirePlaces(adapter, call, scope)))
    .filter((place) => {
      const { count, problem } = wiredState(place);
      return count > 0 || (problem !== undefined && known.has(place.file.path));
    });
}

function launcher(call: Call, isCalled: boolean, report: FeatureReport): void {
  if (!isCalled && launcherFacts(call.places.data) === undefined)
    return report.note("launcher", "skipped", "no agent is wired", "Run `snaphook setup` to wire your agents.");
  const renewed = renewLauncher(call, false);
  if ("code" in renewed) report.end("launcher", renewed);
}

async function entries(call: Call, adapter: Adapter, wired: readonly WirePlace[], report: FeatureReport) {
  await demandForPlan(call, [adapter]);
  for (const place of wired.filter((one) => one.adapter === adapter)) {
    const done = wire(place, { dryRun: false });
    if ("problem" in done) report.end(adapter.name, done.problem);
  }
}

/** An old one would write to the store while it is upgraded. */
async function endDaemon({ places }: Call, report: FeatureReport): Promise<"none" | "ended" | "stays"> {
  if (lockHolder(daemonPlace(places))?.work !== "daemon") {
    report.note("daemon", "skipped", "none was running");
    return "none";
  }
  if ((await stopDaemon(places)) !== "still there") return "ended";
  report.end("daemon", finding("DAEMON_FAILED", "it does not end", { file: daemonPlace(places).log }));
  return "stays";
}

async function startDaemon(call: Call, report: FeatureReport): Promise<void> {
  const started = await startDetached(call.places, stableProgramPath(call));
  if ("problem" in started)
    report.end("daemon", finding("DAEMON_FAILED", started.problem, { file: daemonPlace(call.places).log }));
}

async function upgradeStore({ places, cwd }: Call, isInUse: boolean, report: FeatureReport): Promise<void> {
  const file = storeFile(places);
  if (!existsSync(file)) return report.note("store", "skipped", "there is none yet");
  if (isInUse) return report.note("store", "skipped", "the old daemon has it open", "Run `snaphook upgrade` again.");
  const from = storedVersion(file);
  const isOld = needsUpgrade(file);
  if (!isOld) report.note("backup", "skipped", "the store needs no upgrade");
  const { store, problem } = await openStore({
    file,
    mayReplace: false,
    places,
    project: cwd,
    onBackup: (done) => {
      if (done.file === undefined && done.problem === undefined) report.note("backup", "skipped", done.text);
      else if (done.problem === undefined) report.note("backup", "ok", done.file);
      else report.end("backup", done.problem);
    },
  });
  if (problem?.code === "STORE_UNUSABLE") {
    const next = "Check permissions and free space. If it is damaged, `snaphook restore` puts a backup in its place.";
    return report.note("store", "error", problem.message, next);
  }
  if (store === undefined) return report.end("store", problem);
  await store.close();
  if (isOld) report.note("store", "ok", `upgraded from version ${from} to ${SCHEMA_VERSION}`);
}

function approvals({ places }: Call, report: FeatureReport): void {
  const unsigned = unsignedState(places);
  if (unsigned.length === 0) return;
  const what = `${amount(unsigned.length, "file")} of an older version need your signature, and are ignored until then`;
  report.note("approvals", "skipped", what, "Run `snaphook sign` in your own terminal.");
}

async function testCalls(call: Call, wired: readonly WirePlace[], report: FeatureReport): Promise<void> {
  const usable = wired.filter(({ adapter }) => report.results[adapter.name]?.state !== "error");
  const why = wired.length === 0 ? "no agent is wired" : "no agent's entries could be upgraded";
  if (usable.length === 0) return report.note("test call", "skipped", why);
  for (const adapter of new Set(usable.map((place) => place.adapter))) {
    const files = usable.filter((place) => place.adapter === adapter);
    const { answered } = await reachedHooks(files, PROBE_COMMAND, proofFacts(call));
    const next = `Run \`snaphook doctor --prove ${adapter.name}\`.`;
    if (!answered) report.note("test call", "error", `${adapter.name} did not answer`, next);
  }
}
