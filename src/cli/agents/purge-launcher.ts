/** Removes the launcher and the program it runs, once no agent of this person calls it any more. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { factsFile } from "../../adapters/_shared/bridge/ask-daemon.js";
import type { Adapter } from "../../adapters/contract.js";
import { awayFile } from "../../client/away-file.js";
import { consentFile } from "../../client/channel-consent.js";
import { stopDaemon } from "../../client/daemon-control.js";
import { holderOf } from "../../client/daemon-lock.js";
import { storeFile } from "../../client/store-file.js";
import { type Finding, finding } from "../../core/errors.js";
import { isRecord } from "../../core/text/json.js";
import { channelsFolder } from "../../daemon/channels/card-file.js";
import { secretPath } from "../../daemon/channels/secrets.js";
import { loadSettings } from "../../daemon/lifecycle/settings.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { launcherPath, shellWord } from "../../runtime/wiring/command-line.js";
import { clientPath } from "../../runtime/wiring/daemon-client.js";
import { demandFile } from "../../runtime/wiring/on-demand.js";
import { wiredState } from "../../runtime/wiring/wire.js";
import { filesThatCall, wiredFolder } from "../../runtime/wiring/wired-files.js";
import type { Call } from "../command.js";
import { safe } from "../output/print.js";
import { wirableAgents, wirePlaces } from "./known-agents.js";
import { untouchedStarters } from "./starter-file.js";

export interface Purged {
  /** What was removed, or would be in a dry run. */
  readonly removed: readonly string[];
  /** In a dry run: starter files and data, which would be removed after that. */
  readonly besides?: readonly string[];
  /** Whether a daemon ran, which was ended or would be. */
  readonly daemonEnded: boolean;
  /** Folders that hold what is the person's. */
  readonly stays: readonly string[];
}

/** `done`: agents that count as taken out already, in a dry run. Or why it had to stay. */
export async function purgeLauncher(
  call: Call,
  done: readonly Adapter[],
  dryRun: boolean,
): Promise<Purged | { readonly problem: Finding }> {
  const { places } = call;
  const inUse = stillCalled(call, done);
  if (inUse !== undefined) return { problem: inUse };
  const file = launcherPath(places.data);
  const parts = [
    file,
    clientPath(file),
    factsFile(file),
    demandFile(places.data),
    join(places.data, "versions"),
    ...(await channelFiles(places)),
  ].filter(existsSync);
  const runs = holderOf(daemonPlace(places)) !== undefined;
  if (dryRun) {
    const besides = [...untouchedStarters(places), ...dataFolders(call)];
    return { removed: parts, besides, daemonEnded: runs, stays: whatStays(call, [...parts, ...besides]) };
  }
  // It would go on from a program that is not there any more.
  if ((await stopDaemon(places)) === "still there")
    return { problem: finding("DAEMON_FAILED", "the launcher stays, for the daemon does not end", { file }) };
  try {
    for (const part of parts) rmSync(part, { recursive: true, force: true });
    if (isEmpty(wiredFolder(places.data))) rmSync(wiredFolder(places.data), { recursive: true });
    return { removed: parts, daemonEnded: runs, stays: whatStays(call) };
  } catch (error) {
    const message = `the launcher could not be removed (${(error as Error).message})`;
    return { problem: finding("FILE_UNWRITABLE", message, { file }) };
  }
}

/** State of channels, and their secrets as far as they are in our own folders. */
async function channelFiles(places: AppPaths): Promise<readonly string[]> {
  const { settings } = await loadSettings(places);
  const secrets = Object.values(settings.approvals.channels).flatMap((channel) =>
    Object.values(channel ?? {}).flatMap((value: unknown) =>
      isRecord(value) && typeof value["file"] === "string" ? [secretPath(value["file"], places.home)] : [],
    ),
  );
  const own = [places.config, places.data, places.state].map((folder) => `${folder}/`);
  return [
    channelsFolder(places),
    consentFile(places.data),
    awayFile(places.data),
    // The folder that docs/approvals.md names: also secrets of channels that are not configured any more.
    secretsFolder(places),
    ...secrets.filter((file) => {
      const path = resolve(file);
      return own.some((folder) => path.startsWith(folder)) && !path.startsWith(`${secretsFolder(places)}/`);
    }),
  ];
}

const secretsFolder = ({ config }: AppPaths) => join(config, "secrets");

/** What `uninstall --purge` is about to delete, for the user who has to confirm it. */
export async function purgeLines(call: Call, done: readonly Adapter[]): Promise<string[]> {
  const { places } = call;
  const found = await purgeLauncher(call, done, true);
  if ("problem" in found) return [];
  return [
    "This deletes:",
    ...[...found.removed, ...(found.besides ?? [])].map((path) => `  ${safe(path)}`),
    ...(found.daemonEnded ? ["The daemon is stopped. Calls that wait for you are denied."] : []),
    ...(call.flags["data"] === true ? ["With them all records, memories, state and caches are deleted."] : []),
    ...(existsSync(storeFile(places)) ? ["A backup of the store is made first."] : []),
  ];
}

/** With `--data`. */
export function dataFolders({ places, flags }: Call): string[] {
  const folders = [dirname(storeFile(places)), places.state, places.cache];
  return flags["data"] === true ? folders.filter(existsSync) : [];
}

export function purgedLines(
  { removed, besides = [], daemonEnded, stays }: Purged,
  call: Call,
  dryRun: boolean,
): string[] {
  const were = dryRun ? "would be" : "were";
  const named = [...removed.filter((path) => !path.startsWith(`${call.places.data}/`)), ...besides];
  return [
    ...(dryRun && existsSync(storeFile(call.places)) ? ["A backup of the store would be made first."] : []),
    ...(daemonEnded ? [`The daemon ${dryRun ? "would be" : "was"} stopped.`] : []),
    removed.length > 0
      ? `The launcher and its program ${were} removed from ${safe(call.places.data)}`
      : `No launcher is left in ${safe(call.places.data)}`,
    ...named.map((path) => `${dryRun ? "Would remove" : "Removed"} ${safe(path)}`),
    ...(stays.length === 0
      ? []
      : [
          `Your hooks, settings, approvals${call.flags["data"] === true ? "" : ", records"} and backups stay. To delete them:`,
          // One command each: a command that wraps would be two when it is pasted.
          ...stays.map((folder) => `  rm -r ${safe(shellWord(folder))}`),
        ]),
  ];
}

/** `gone`: what is there still, in a dry run. */
function whatStays({ places }: Call, gone: readonly string[] = []): string[] {
  const { config, data, state, cache } = places;
  const holdsBackup = existsSync(storeFile(places)) ? data : undefined;
  const isLeft = (folder: string) => folder === holdsBackup || !isEmpty(folder, gone);
  return [config, data, state, cache].filter(
    (folder) => existsSync(folder) && !gone.includes(folder) && isLeft(folder),
  );
}

function isEmpty(folder: string, gone: readonly string[] = []): boolean {
  try {
    return readdirSync(folder).every((name) => gone.includes(join(folder, name)));
  } catch {
    return false; // not there, or not ours to look into
  }
}

function stillCalled(call: Call, done: readonly Adapter[]): Finding | undefined {
  const file = launcherPath(call.places.data);
  const users = wirableAgents().filter((adapter) => !done.includes(adapter) && mayCall(adapter, call));
  if (users.length > 0) {
    const names = users.map(({ name }) => name).join(" ");
    return finding("LAUNCHER_IN_USE", `the launcher stays, for these agents may call it: ${names}`, { file });
  }
  const elsewhere = inProjects(call);
  if (elsewhere.length === 0) return undefined;
  // Agents that block when the launcher is missing would block every call there.
  const message = `the launcher stays, for these files of projects call it: ${elsewhere.join(", ")}`;
  return finding("LAUNCHER_IN_USE", message, { file });
}

function inProjects(call: Call): string[] {
  const persons = new Set(
    wirableAgents().flatMap((adapter) => wirePlaces(adapter, call, "user").map((place) => place.file.path)),
  );
  return filesThatCall(call.places.data).filter((file) => !persons.has(file));
}

/** A file that cannot be read may hold a call. */
function mayCall(adapter: Adapter, call: Call): boolean {
  return wirePlaces(adapter, call, "user")
    .map(wiredState)
    .some(({ count, problem }) => count > 0 || problem !== undefined);
}
