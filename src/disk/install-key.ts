/** The key of this installation. It is made on first use, readable by its user only, and sent nowhere. */
import { linkSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { randomName } from "./digest.js";
import { writePrivateFile } from "./files.js";

const KEY = /^[0-9a-f]{64}$/;

export function installKeyFile(data: string): string {
  return join(data, "redaction-key");
}

export function readInstallKey(data: string): string | undefined {
  try {
    const key = readFileSync(installKeyFile(data), "utf8");
    return KEY.test(key) ? key : undefined;
  } catch {
    return undefined; // not made yet
  }
}

/** Two programs may want it at once: the first to put it in its place has made it, and both use that one. */
export function ensureInstallKey(data: string): string | undefined {
  const known = readInstallKey(data);
  if (known !== undefined) return known;
  const file = installKeyFile(data);
  const own = `${file}.${randomName(6)}`;
  try {
    writePrivateFile(own, randomName(32), { durable: true });
    linkSync(own, file);
  } catch {
    // Another process was faster, or the disk refuses: then it cannot be read either.
  }
  try {
    unlinkSync(own);
  } catch {
    // It was never written.
  }
  return readInstallKey(data);
}
