/** A passkey in software: signs as an authenticator does, and also what none would. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { Passkey, PasskeyAlgorithm } from "../../src/client/passkey-file.js";
import type { Assertion, NewPasskey } from "../../src/daemon/local-page/check-passkey.js";

export interface Signing {
  readonly challenge: string;
  readonly origin: string;
  readonly type?: string;
  readonly rpId?: string;
  readonly flags?: number;
  readonly counter?: number;
  /** Added to the client data. */
  readonly more?: object;
  /** Appended to the authenticator's data. */
  readonly rest?: Buffer;
}

/** UP, UV. */
const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest();

export class SoftwarePasskey {
  readonly id = randomBytes(16).toString("base64url");
  readonly algorithm: PasskeyAlgorithm;
  readonly publicKey: string;
  readonly #key: KeyObject;
  counter = 0;

  constructor(algorithm: PasskeyAlgorithm = -7) {
    this.algorithm = algorithm;
    const { publicKey, privateKey } = pairFor(algorithm);
    this.#key = privateKey;
    this.publicKey = publicKey.export({ format: "der", type: "spki" }).toString("base64url");
  }

  registered(name: string, counter = this.counter): Passkey {
    const { id, algorithm, publicKey } = this;
    return { id, name, algorithm, publicKey, counter, addedAt: 1 };
  }

  /** As a browser gives it to the page that asked for a new one. */
  created(name: string, { rpId = "localhost", flags = PRESENT_AND_VERIFIED | HAS_CREDENTIAL } = {}): NewPasskey {
    const id = Buffer.from(this.id, "base64url");
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, Buffer.from("a0", "hex")]);
    const authenticatorData = Buffer.concat([headOf({ rpId, flags, counter: this.counter }), credential]);
    const { algorithm, publicKey } = this;
    return { id: this.id, name, algorithm, publicKey, authenticatorData: authenticatorData.toString("base64url") };
  }

  sign(signing: Signing): Assertion {
    const { type = "webauthn.get", challenge, origin, more = {}, rest = Buffer.alloc(0) } = signing;
    const { rpId = "localhost", flags = PRESENT_AND_VERIFIED, counter = this.counter } = signing;
    const client = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...more }));
    const data = Buffer.concat([headOf({ rpId, flags, counter }), rest]);
    const signature = sign(this.algorithm === -8 ? null : "sha256", Buffer.concat([data, sha256(client)]), this.#key);
    return {
      credential: this.id,
      authenticatorData: data.toString("base64url"),
      clientDataJSON: client.toString("base64url"),
      signature: signature.toString("base64url"),
    };
  }
}

function headOf({ rpId, flags, counter }: { rpId: string; flags: number; counter: number }): Buffer {
  const rest = Buffer.alloc(5);
  rest[0] = flags;
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), rest]);
}

function pairFor(algorithm: PasskeyAlgorithm) {
  if (algorithm === -7) return generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  if (algorithm === -8) return generateKeyPairSync("ed25519");
  return generateKeyPairSync("rsa", { modulusLength: 2048 });
}
