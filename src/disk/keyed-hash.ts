/** Hashes of tool inputs and prompts that are only compared. The key of the installation keeps guesses from being tried out. */
import { hmacSha256, randomName } from "./digest.js";
import { ensureInstallKey } from "./install-key.js";

/** A hash made for one purpose says nothing about another. */
export type KeyPurpose = "input";

/** Tells it from the plain hashes that older versions wrote. */
export const KEYED = "k1:";
/** Per data folder; undefined = could be neither read nor made, and is not tried again. */
const known = new Map<string, string | undefined>();
let ownFolder: string | undefined;
let processKey: string | undefined;

/** Set once by a program: the installation whose key `keyedHash` uses. */
export function useInstallation(dataFolder: string): void {
  ownFolder = dataFolder;
}

/** A hash that only this installation can make again. Without a key it can be compared within this process only. */
export function keyedHash(purpose: KeyPurpose, text: string, dataFolder: string | undefined = ownFolder): string {
  processKey ??= randomName(32);
  const key = (dataFolder === undefined ? undefined : installationKey(dataFolder)) ?? processKey;
  return `${KEYED}${hmacSha256(hmacSha256(key, purpose), text)}`;
}

/** Undefined if it can be neither read nor made. Never throws. */
export function installationKey(dataFolder: string): string | undefined {
  if (!known.has(dataFolder)) known.set(dataFolder, ensureInstallKey(dataFolder));
  return known.get(dataFolder);
}
