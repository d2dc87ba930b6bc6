/** Gives this process the key of its installation: tags of redacted secrets (`core/redact/tag`) and hashes of inputs. */
import { useTagHash } from "../../core/redact/tag.js";
import { hmacSha256 } from "../../disk/digest.js";
import { installationKey, useInstallation } from "../../disk/keyed-hash.js";

const SHOWN_LETTERS = 8;

/** From now on tags have letters. Where the key can be neither read nor made, they have none. */
export function useInstallKey(data: string): void {
  useInstallation(data);
  useTagHash((secret) => {
    const key = installationKey(data);
    return key === undefined ? undefined : hmacSha256(key, secret).slice(0, SHOWN_LETTERS);
  });
}
