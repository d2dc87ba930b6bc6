/**
 * The permanent launcher: a small shell script in our data folder that agents call. Its path never changes; updates
 * change its content. It runs a copy of this version kept beside it, so that an npx cache may vanish, and when even
 * Node is gone it answers as the guards' failure contract says, with an answer prepared now.
 */
import { chmodSync, cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { nativeNames } from "../../adapters/_shared/event-table.js";
import type { Adapter } from "../../adapters/contract.js";
import { degrade } from "../../core/capability.js";
import { NO_DECISION } from "../../core/decision.js";
import { ensurePrivateFolder, writePrivateFile } from "../../sources/private-file.js";
import { packageRoot, packageVersion } from "../package.js";
import { launcherPath } from "./command-line.js";

/** Throws when the disk refuses. Returns the launcher's path. */
export function writeLauncher(dataFolder: string, adapters: readonly Adapter[]): string {
  const program = keepThisVersion(dataFolder);
  const launcher = launcherPath(dataFolder);
  writePrivateFile(launcher, script(program, adapters), { durable: true });
  chmodSync(launcher, 0o700);
  return launcher;
}

function keepThisVersion(dataFolder: string): string {
  const version = packageVersion();
  const folder = join(dataFolder, "versions", version);
  const program = join(folder, "dist/snaphook.cjs");
  const from = packageRoot();
  if (from === folder) return program;
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  ensurePrivateFolder(folder);
  cpSync(join(from, "package.json"), join(folder, "package.json"));
  cpSync(join(from, "dist"), join(folder, "dist"), { recursive: true, filter: (path) => !path.endsWith(".d.ts") });
  return program;
}

function script(program: string, adapters: readonly Adapter[]): string {
  const cases = adapters.flatMap((adapter) =>
    nativeNames(adapter).map((native) => {
      const { stdout, exitCode } = answerWithoutProgram(adapter, native);
      const exit = exitCode === 0 ? "" : `; exit ${exitCode}`;
      return `  "${adapter.name} ${native}") printf '%s' ${quote(stdout)}${exit} ;;`;
    }),
  );
  return [
    "#!/bin/sh",
    "# Written by `snaphook install`; agents call it as: launch AGENT EVENT",
    "unset NODE_EXTRA_CA_CERTS # costs Node a tenth of a second per start",
    `program=${quote(program)}`,
    `for node in ${quote(process.execPath)} node; do`,
    '  if [ -f "$program" ] && command -v "$node" >/dev/null 2>&1; then exec "$node" "$program" hook "$@"; fi',
    "done",
    'echo "snaphook: the program or Node is gone; run \\`npx snaphook install\\` again" >&2',
    'case "$1 $2" in',
    ...cases,
    "esac",
    "",
  ].join("\n");
}

/**
 * Nobody can say which guards there were, so no tool is let through. Everything else goes on: a prompt by itself does
 * no harm, and some agents drop a denied one without a word, so that nobody would learn what is wrong.
 */
function answerWithoutProgram(adapter: Adapter, native: string) {
  const event = adapter.decode(native, {});
  if (event.name !== "PreToolUse" && event.name !== "PermissionRequest") return adapter.neutral;
  const reason = "Snaphook's program is gone, so this call could not be checked. Run `npx snaphook install` again.";
  const denied = { ...NO_DECISION, verdict: "deny" as const, reason };
  return adapter.encode(degrade(denied, adapter.capability(event.name, "headless"), adapter.title), event);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
