/** Hashes of inputs and prompts that are only compared: keyed, so that a guess cannot be tried out on them. */
import { hmacSha256, randomName } from "./digest.js";
import { ensureInstallKey } from "./install-key.js";

/** Tells it from the plain hashes that older versions wrote. */
export const KEYED = "k1:";

/** Per data folder; of an installation whose key can be neither read nor made, one that lasts as long as this process. */
const keys = new Map<string, string>();
let ownFolder: string | undefined;

/** Set once by a program: the installation whose key is used. */
export function useInstallation(data: string): void {
  ownFolder = data;
}

/** Only this installation can make it again. Never throws. */
export function keyedHash(text: string, data: string | undefined = ownFolder): string {
  const folder = data ?? "";
  const key = keys.get(folder) ?? (data === undefined ? undefined : ensureInstallKey(data)) ?? randomName(32);
  keys.set(folder, key);
  return `${KEYED}${hmacSha256(key, `snaphook input\n${text}`)}`;
}
