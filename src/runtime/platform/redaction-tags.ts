/** Adds digits from the installation key to tags of redacted secrets (`core/redact/tag`). */
import { useTagHash } from "../../core/redact/tag.js";
import { hmacSha256 } from "../../disk/digest.js";
import { ensureInstallKey } from "../../disk/install-key.js";
import { useInstallation } from "../../disk/keyed-hash.js";

const SHOWN_LETTERS = 8;

/** Enables digits in tags. Without a usable key, tags have none. */
export function useInstallKey(data: string): void {
  useInstallation(data);
  let key: string | undefined;
  let failed = false;
  useTagHash((secret) => {
    if (key === undefined && !failed) {
      key = ensureInstallKey(data);
      failed = key === undefined;
    }
    return key === undefined ? undefined : hmacSha256(key, secret).slice(0, SHOWN_LETTERS);
  });
}
