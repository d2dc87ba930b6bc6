/** A key, and a certificate for a name that is signed with this key only. */
import { generateKeyPairSync, sign } from "node:crypto";
import { isIPv4 } from "node:net";

/** Tags of ASN.1. */
const SEQUENCE = 0x30;
const [INTEGER, BITS, BYTES, OID, UTF8, SET, UTC_TIME] = [0x02, 0x03, 0x04, 0x06, 0x0c, 0x31, 0x17];
const ECDSA_WITH_SHA256 = der(SEQUENCE, der(OID, Buffer.from("2a8648ce3d040302", "hex")));
const COMMON_NAME = der(OID, Buffer.from("550403", "hex"));
const ALTERNATIVE_NAME = der(OID, Buffer.from("551d11", "hex"));
const VALID = ["200101000000Z", "491231235959Z"].map((time) => der(UTC_TIME, Buffer.from(time)));

export function selfSigned(name: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const subject = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(name)))));
  const named = isIPv4(name) ? der(0x87, Buffer.from(name.split(".").map(Number))) : der(0x82, Buffer.from(name));
  const extension = der(SEQUENCE, ALTERNATIVE_NAME, der(BYTES, der(SEQUENCE, named)));
  const content = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))), // version 3
    der(INTEGER, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    subject,
    der(SEQUENCE, ...VALID),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, extension)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", content, privateKey)]);
  const whole = der(SEQUENCE, content, ECDSA_WITH_SHA256, der(BITS, signature));
  const cert = `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }) as string, cert };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
