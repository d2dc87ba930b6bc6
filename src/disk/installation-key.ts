/**
 * The secret key of an installation: 32 random bytes in `redaction-key`, made on first use and readable for its user
 * alone. Each purpose has a sub-key of its own, so that a hash made for one of them says nothing about another.
 */
import { linkSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { hmacSha256, randomName } from "./digest.js";
import { writePrivateFile } from "./files.js";

/** `input`: hashes of tool inputs and prompts that are only compared. */
export type KeyPurpose = "input";

/** Tells it from the plain hashes that older versions wrote. */
export const KEYED = "k1:";
const KEY = /^[0-9a-f]{64}$/;
/** Per data folder; undefined = could be neither read nor made, and is not tried again. */
const known = new Map<string, string | undefined>();
let ownFolder: string | undefined;
let processKey: string | undefined;

export function installationKeyFile(dataFolder: string): string {
  return join(dataFolder, "redaction-key");
}

/** Undefined if it can be neither read nor made. Never throws. */
export function installationKey(dataFolder: string): string | undefined {
  if (!known.has(dataFolder)) known.set(dataFolder, readKey(dataFolder) ?? makeKey(dataFolder));
  return known.get(dataFolder);
}

/** Set once by a program: the installation whose key `keyedHash` uses. */
export function useInstallation(dataFolder: string): void {
  ownFolder = dataFolder;
}

/**
 * A hash that only this installation can make again, so that a guess cannot be tried out on it. Without a key it can be
 * compared within this process only.
 */
export function keyedHash(purpose: KeyPurpose, text: string, dataFolder: string | undefined = ownFolder): string {
  processKey ??= randomName(32);
  const key = (dataFolder === undefined ? undefined : installationKey(dataFolder)) ?? processKey;
  return `${KEYED}${hmacSha256(hmacSha256(key, purpose), text)}`;
}

function readKey(dataFolder: string): string | undefined {
  try {
    const key = readFileSync(installationKeyFile(dataFolder), "utf8");
    return KEY.test(key) ? key : undefined;
  } catch {
    return undefined; // not made yet
  }
}

/** Two programs may want it at once: the first to put it in its place has made it, and both use that one. */
function makeKey(dataFolder: string): string | undefined {
  const file = installationKeyFile(dataFolder);
  const own = `${file}.${randomName(6)}`;
  try {
    writePrivateFile(own, randomName(32), { durable: true });
    linkSync(own, file);
  } catch {
    // Another program was faster, or the disk refuses: then it cannot be read either.
  }
  try {
    unlinkSync(own);
  } catch {
    // It was never written.
  }
  return readKey(dataFolder);
}
