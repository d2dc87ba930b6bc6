/**
 * The key that tags of redacted secrets are made with (`core/redact/tag`). One for each installation, made when the first
 * secret is seen. Who has it can try out guesses, so it is readable for its person alone and goes nowhere else.
 */
import { linkSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { useTagHash } from "../../core/redact/tag.js";
import { hmacSha256, randomName } from "../../disk/digest.js";
import { writePrivateFile } from "../../disk/files.js";

const KEY = /^[0-9a-f]{64}$/;
const SHOWN_LETTERS = 8;

export function installKeyFile(data: string): string {
  return join(data, "redaction-key");
}

/** From now on tags have letters. Where the key can be neither read nor made, they have none. */
export function useInstallKey(data: string): void {
  let key: string | undefined;
  let failed = false;
  useTagHash((secret) => {
    if (key === undefined && !failed) {
      key = readKey(data) ?? makeKey(data);
      failed = key === undefined;
    }
    return key === undefined ? undefined : hmacSha256(key, secret).slice(0, SHOWN_LETTERS);
  });
}

function readKey(data: string): string | undefined {
  try {
    const key = readFileSync(installKeyFile(data), "utf8");
    return KEY.test(key) ? key : undefined;
  } catch {
    return undefined; // not made yet
  }
}

/** Two programs may want it at once: the first to put it in its place has made it, and both use that one. */
function makeKey(data: string): string | undefined {
  const file = installKeyFile(data);
  const own = `${file}.${randomName(6)}`;
  try {
    writePrivateFile(own, randomName(32), { durable: true });
    linkSync(own, file);
  } catch {
    // Somebody was faster, or the disk refuses: then it cannot be read either.
  }
  try {
    unlinkSync(own);
  } catch {
    // It was never written.
  }
  return readKey(data);
}
