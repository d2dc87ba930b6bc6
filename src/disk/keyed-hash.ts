/** Hashes of inputs and prompts for comparison: keyed, so that a guess cannot be tested against them. */
import { hmacSha256, randomName } from "./digest.js";
import { ensureInstallKey } from "./install-key.js";

/** Distinguishes it from unkeyed hashes of older versions. */
export const KEYED = "k1:";

/** Per data directory; without a usable key, one that lasts as long as this process. */
const keys = new Map<string, string>();
let ownFolder: string | undefined;

/** Set once by a program: the installation whose key is used. */
export function useInstallation(data: string): void {
  ownFolder = data;
}

/** Only this installation can compute it. Never throws. */
export function keyedHash(text: string, data: string | undefined = ownFolder): string {
  const folder = data ?? "";
  const key = keys.get(folder) ?? (data === undefined ? undefined : ensureInstallKey(data)) ?? randomName(32);
  keys.set(folder, key);
  return `${KEYED}${hmacSha256(key, `snaphook input\n${text}`)}`;
}
