/** What a browser signed with a passkey, and what it says about a new one. Nothing here reads CBOR. */
import { type KeyObject, verify } from "node:crypto";
import { type Passkey, publicKeyOf } from "../../client/passkey-file.js";
import { parseObject } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";

/** As a browser gives it; binary fields are base64url. */
export interface Assertion {
  /** Credential id. */
  readonly credential: string;
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
}

export type NewPasskey = Pick<Passkey, "id" | "name" | "algorithm" | "publicKey"> & {
  readonly authenticatorData: string;
};

export interface Expected {
  /** base64url. */
  readonly challenge: string;
  /** `http://localhost:1234` */
  readonly origin: string;
}

/** Passkeys are for a name, and a port is no part of it. */
export const RP_ID = "localhost";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const HAS_EXTENSIONS = 0x80;
/** Hash of the name, flags, counter. */
const HEAD_BYTES = 37;
/** Of a new credential: kind of authenticator, length of the id. */
const CREDENTIAL_HEAD_BYTES = 18;

/** The new counter, or why the signature proves nothing. */
export function checkAssertion(
  { credential, authenticatorData, clientDataJSON, signature }: Assertion,
  passkey: Pick<Passkey, "id" | "algorithm" | "publicKey" | "counter">,
  expected: Expected,
): { readonly counter: number } | { readonly why: string } {
  if (credential !== passkey.id) return { why: "another passkey was used" };
  const key = publicKeyOf(passkey);
  if (key === undefined) return { why: "the stored key is not valid" };
  const [data, client] = [bytesOf(authenticatorData), bytesOf(clientDataJSON)];
  const head = readHead(data);
  if (typeof head === "string") return { why: head };
  const hasRest = data.length > HEAD_BYTES;
  if (head.flags & HAS_CREDENTIAL || hasRest !== (head.flags & HAS_EXTENSIONS) > 0)
    return { why: "the authenticator's data is malformed" };
  const said = checkClientData(client, expected);
  if (said !== undefined) return { why: said };
  const signed = Buffer.concat([data, Buffer.from(sha256(client), "hex")]);
  if (!isSignature(key, passkey.algorithm, signed, bytesOf(signature))) return { why: "the signature is not valid" };
  const isLater = head.counter > passkey.counter || (head.counter === 0 && passkey.counter === 0);
  return isLater ? { counter: head.counter } : { why: "its counter went back, so it may be a copy" };
}

/** The counter it starts with, or why it cannot be registered. */
export function checkNewPasskey({
  id,
  algorithm,
  publicKey,
  authenticatorData,
}: NewPasskey): { readonly counter: number } | { readonly why: string } {
  if (publicKeyOf({ algorithm, publicKey }) === undefined) return { why: "its key is not of a supported kind" };
  const data = bytesOf(authenticatorData);
  const head = readHead(data);
  if (typeof head === "string") return { why: head };
  const length = data.length >= HEAD_BYTES + CREDENTIAL_HEAD_BYTES ? data.readUInt16BE(HEAD_BYTES + 16) : 0;
  const start = HEAD_BYTES + CREDENTIAL_HEAD_BYTES;
  const isNamed = length > 0 && data.subarray(start, start + length).equals(bytesOf(id));
  return (head.flags & HAS_CREDENTIAL) > 0 && isNamed
    ? { counter: head.counter }
    : { why: "the authenticator's data is malformed" };
}

function readHead(data: Buffer): { readonly flags: number; readonly counter: number } | string {
  if (data.length < HEAD_BYTES) return "the authenticator's data is malformed";
  if (data.subarray(0, 32).toString("hex") !== sha256(RP_ID)) return "it is a passkey of another site";
  const flags = data[32]!;
  if ((flags & USER_PRESENT) === 0) return "the authenticator did not see its user";
  if ((flags & USER_VERIFIED) === 0) return "the authenticator did not verify its user (PIN, fingerprint or face)";
  return { flags, counter: data.readUInt32BE(33) };
}

function checkClientData(bytes: Buffer, { challenge, origin }: Expected): string | undefined {
  const said = parseObject(bytes.toString("utf8"));
  if (said?.["type"] !== "webauthn.get") return "it was not made to sign in";
  if (said["challenge"] !== challenge) return "it was made for another request";
  if (said["origin"] !== origin) return "it was made on another page";
  return said["crossOrigin"] === true || said["topOrigin"] !== undefined
    ? "it was made inside another page"
    : undefined;
}

function isSignature(key: KeyObject, algorithm: Passkey["algorithm"], signed: Buffer, signature: Buffer): boolean {
  try {
    return verify(algorithm === -8 ? null : "sha256", signed, key, signature);
  } catch {
    return false; // not a signature
  }
}

const bytesOf = (text: string) => Buffer.from(text, "base64url");
