/**
 * The permanent launcher: a small shell script in our data directory that agents call. Its path never changes; updates
 * change its content. It runs a copy of this version beside it, so that an npx cache may be removed. If even Node is
 * missing, it gives a prepared answer by the guards' failure contract.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { factsFile } from "../../adapters/_shared/bridge/ask-daemon.js";
import type { Adapter } from "../../adapters/contract.js";
import { writePrivateFile } from "../../disk/files.js";
import { daemonPlace } from "../platform/daemon-paths.js";
import type { AppPaths } from "../platform/paths.js";
import { packageVersion } from "../platform/paths.js";
import { launcherPath } from "./command-line.js";
import { bridgeFacts, clientPath, clientText, findPerl } from "./daemon-client.js";
import { isExecutable } from "./is-executable.js";
import { launcherScript } from "./launcher-script.js";
import { keepCopy } from "./program-copy.js";

/** Throws on a disk error. Returns true if anything of it was missing or different. */
export function writeLauncher(places: AppPaths, adapters: readonly Adapter[]): boolean {
  const { program, wasThere } = keepCopy(places.data);
  const launcher = launcherPath(places.data);
  const pinned = {
    HOME: places.home,
    XDG_CONFIG_HOME: places.configHome,
    XDG_DATA_HOME: dirname(places.data),
    XDG_STATE_HOME: dirname(places.state),
    XDG_CACHE_HOME: dirname(places.cache),
  };
  const { hooksSocket } = daemonPlace(places);
  const client = clientPath(launcher);
  const perl = findPerl();
  const daemon = perl === undefined ? undefined : { perl, client, hooksSocket };
  const facts = factsFile(launcher);
  const shell = shellWords();
  const texts = {
    client: clientText({ version: packageVersion(), hooksSocket, launcher, shell }, perl),
    facts: bridgeFacts({ version: packageVersion(), hooksSocket, pinned }),
    launcher: launcherScript({ program, adapters, pinned, daemon, shell }),
  };
  const isSame =
    wasThere &&
    isExecutable(launcher) &&
    textOf(client) === texts.client &&
    textOf(facts) === texts.facts &&
    textOf(launcher) === texts.launcher;
  writePrivateFile(client, texts.client, { durable: true });
  writePrivateFile(facts, texts.facts, { durable: true });
  writePrivateFile(launcher, texts.launcher, { durable: true, mode: 0o700 });
  return !isSame;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined; // missing or unreadable
  }
}

/** The Perl with which the installed launcher calls the daemon; undefined if there is none. */
export function launcherPerl(dataFolder: string): string | undefined {
  return /exec '([^']*perl)' -TU/.exec(textOf(launcherPath(dataFolder)) ?? "")?.[1];
}

/** Not every shell supports `-p`; without it the launcher would not start. */
export function shellWords(): readonly string[] {
  const { status, stdout } = spawnSync("/bin/sh", ["-p", "-c", "echo yes"], { encoding: "utf8", timeout: 2_000 });
  return status === 0 && stdout === "yes\n" ? ["/bin/sh", "-p"] : ["/bin/sh"];
}
