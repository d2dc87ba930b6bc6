/**
 * The key of this installation: it creates the tags of redacted secrets and signs state that loosens policies. Created
 * on first use, readable only by its user, never sent. A signature shows that Snaphook wrote a file. It stops tools
 * that edit files, not a program that reads the key.
 */
import { linkSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { hmacSha256, isSame, randomName } from "./digest.js";
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
    return undefined; // not created yet
  }
}

/** Two programs may create it at once: the first one wins, and both use that key. */
export function ensureInstallKey(data: string): string | undefined {
  const known = readInstallKey(data);
  if (known !== undefined) return known;
  const file = installKeyFile(data);
  const own = `${file}.${randomName(6)}`;
  try {
    writePrivateFile(own, randomName(32), { durable: true });
    linkSync(own, file);
  } catch {
    // Another process was faster, or the disk failed: then it cannot be read either.
  }
  try {
    unlinkSync(own);
  } catch {
    // It was never written.
  }
  return readInstallKey(data);
}

/** Purpose of a signature. It is invalid for another purpose. */
export type Purpose =
  | "off"
  | "overrides"
  | "exceptions"
  | "trust"
  | "permits"
  | "namespace"
  | "answer"
  | "page"
  | "passkeys"
  | "plan"
  | "away"
  | "ticket"
  | "channels"
  | "backup";

const sign = (key: string, purpose: Purpose, content: string) => hmacSha256(key, `snaphook ${purpose}\n${content}`);

/**
 * A text with its signature in the first line, for files that are read on every call. Throws as `signatureFor` does.
 */
export function signedText(data: string, purpose: Purpose, text: string): string {
  return `${sign(keyFor(data), purpose, text)}\n${text}`;
}

/** The signed text; undefined if this installation did not sign it. */
export function readSignedText(data: string, purpose: Purpose, signed: string): string | undefined {
  const text = signed.slice(signed.indexOf("\n") + 1);
  const key = readInstallKey(data);
  const signature = signed.slice(0, signed.length - text.length - 1);
  return key !== undefined && isSame(signature, sign(key, purpose, text)) ? text : undefined;
}

function keyFor(data: string): string {
  const key = ensureInstallKey(data);
  if (key === undefined) throw new Error(`${installKeyFile(data)} cannot be read or created`);
  return key;
}

type Fields = Readonly<Record<string, unknown>>;

/** Throws if there is no key and none can be created. */
export function signatureFor(data: string, purpose: Purpose, fields: object): string {
  return sign(keyFor(data), purpose, JSON.stringify(fields));
}

/** The text of a state file with its signature. Throws as `signatureFor` does. */
export function signedJson(data: string, purpose: Purpose, fields: object): string {
  return `${JSON.stringify({ ...fields, signature: signatureFor(data, purpose, fields) }, null, 2)}\n`;
}

/** True if this installation wrote the parsed state file. */
export function isSigned(data: string, purpose: Purpose, { signature, ...fields }: Fields): boolean {
  const key = typeof signature === "string" ? readInstallKey(data) : undefined;
  return key !== undefined && isSame(String(signature), sign(key, purpose, JSON.stringify(fields)));
}
