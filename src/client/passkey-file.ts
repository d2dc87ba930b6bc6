/**
 * Passkeys with which the user approves on the local page: public keys that a person registered. Signed by the installation:
 * otherwise an agent could add its own.
 */
import { createPublicKey, type KeyObject } from "node:crypto";
import { join } from "node:path";
import { isRecord, parseObject } from "../core/text/json.js";
import { readPlainFile, writePrivateFile } from "../disk/files.js";
import { isSigned, signedJson } from "../disk/install-key.js";
import { takeShortLock } from "../disk/short-lock.js";

/** COSE numbers of signature algorithms: ES256, EdDSA, RS256. */
export type PasskeyAlgorithm = -7 | -8 | -257;

export interface Passkey {
  /** Credential id, base64url. */
  readonly id: string;
  /** Given by the user. */
  readonly name: string;
  readonly algorithm: PasskeyAlgorithm;
  /** SPKI, base64url. */
  readonly publicKey: string;
  /** Of its last signature; 0 if it does not count. */
  readonly counter: number;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
}

export interface Passkeys {
  /** False: another program wrote the file, so none of it counts. */
  readonly signed: boolean;
  readonly passkeys: readonly Passkey[];
}

const FORMAT = 1;
export const MOST_PASSKEYS = 16;
const SMALLEST_RSA = 2048;

export function passkeyFile(data: string): string {
  return join(data, "passkeys.json");
}

/** Those that count. */
export function readPasskeys(data: string): readonly Passkey[] {
  const { signed, passkeys } = parsePasskeys(data);
  return signed ? passkeys : [];
}

export function parsePasskeys(data: string): Passkeys {
  let text: string;
  try {
    text = readPlainFile(passkeyFile(data)).toString("utf8");
  } catch {
    return { signed: true, passkeys: [] };
  }
  const value = parseObject(text);
  const list = Array.isArray(value?.["passkeys"]) ? value["passkeys"].filter(isPasskey) : [];
  return { signed: value?.["format"] === FORMAT && isSigned(data, "passkeys", value), passkeys: list };
}

/** One change at a time. Rejects on a disk error, and if another program wrote the file. */
export async function changePasskeys(
  data: string,
  change: (known: readonly Passkey[]) => readonly Passkey[] | undefined,
): Promise<boolean> {
  const release = await takeShortLock(`${passkeyFile(data)}.lock`);
  try {
    const { signed, passkeys } = parsePasskeys(data);
    if (!signed) throw new Error(`${passkeyFile(data)} was not written by Snaphook; review it with \`snaphook sign\``);
    const changed = change(passkeys);
    if (changed !== undefined) writePasskeys(data, changed);
    return changed !== undefined;
  } finally {
    release();
  }
}

/** Throws on a disk error. Signs its input: only for `changePasskeys`, and after a review. */
export function writePasskeys(data: string, passkeys: readonly Passkey[]): void {
  const fields = { format: FORMAT, passkeys };
  writePrivateFile(passkeyFile(data), signedJson(data, "passkeys", fields));
}

/** Undefined unless it is a key of this algorithm. */
export function publicKeyOf({ algorithm, publicKey }: Pick<Passkey, "algorithm" | "publicKey">): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64url"), format: "der", type: "spki" });
    return isOfAlgorithm(key, algorithm) ? key : undefined;
  } catch {
    return undefined; // not a key
  }
}

function isOfAlgorithm({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject, algorithm: PasskeyAlgorithm): boolean {
  if (algorithm === -7) return asymmetricKeyType === "ec" && asymmetricKeyDetails?.namedCurve === "prime256v1";
  if (algorithm === -8) return asymmetricKeyType === "ed25519";
  return asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= SMALLEST_RSA;
}

function isPasskey(value: unknown): value is Passkey {
  if (!isRecord(value)) return false;
  const { id, name, algorithm, publicKey, counter, addedAt } = value;
  const isKnown = algorithm === -7 || algorithm === -8 || algorithm === -257;
  const areTexts = [id, name, publicKey].every((one) => typeof one === "string");
  return isKnown && areTexts && Number.isSafeInteger(counter) && Number.isSafeInteger(addedAt);
}
