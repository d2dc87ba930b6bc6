/** Tags of redacted secrets (`core/redact/tag`) get letters that are made with the installation's key. */
import { useTagHash } from "../../core/redact/tag.js";
import { hmacSha256 } from "../../disk/digest.js";
import { ensureInstallKey } from "../../disk/install-key.js";
import { useInstallation } from "../../disk/keyed-hash.js";

const SHOWN_LETTERS = 8;

/** From now on tags have letters. Where the key can be neither read nor made, they have none. */
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
