/** Passkeys of the user: which approve, and what the browser signs with one. */
import { signal } from "@preact/signals";
import type {
  Confirming,
  ConfirmStep,
  PasskeyAssertion,
  PasskeyChallenge,
  Passkeys,
} from "../../daemon/http/schemas/page-types.js";
import { askJson } from "./session.js";

export type NewPasskey = Extract<Confirming, { kind: "passkey" }>;
type Provable = Exclude<Confirming, NewPasskey>;

export const passkeys = signal<Passkeys>({ allowWith: "code", passkeys: [] });

export async function loadPasskeys(): Promise<void> {
  const got = await askJson<Passkeys>("/v1/page/passkeys");
  if (got.ok) passkeys.value = got.body;
}

/** Passkeys need the name `localhost`, and a browser that has them. */
export const hasPasskeys = () => location.hostname === "localhost" && "credentials" in navigator;

/** ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];
const WAIT_MS = 120_000;

/** Signs exactly this with a registered passkey, and has it done. Never rejects. */
export async function proveWithPasskey(wanted: Provable): Promise<ConfirmStep> {
  const begun = await askJson<PasskeyChallenge>("/v1/page/passkeys/challenges", { body: wanted });
  if (!begun.ok) return over(begun.message);
  const { id, challenge, credentials } = begun.body;
  const signed = await sign(challenge, credentials);
  if (typeof signed === "string") return over(signed);
  const got = await askJson<ConfirmStep>(`/v1/page/passkeys/challenges/${id}`, { body: signed });
  return got.ok ? got.body : over(got.message);
}

async function sign(challenge: string, credentials: readonly string[]): Promise<PasskeyAssertion | string> {
  try {
    const credential = await navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge),
        rpId: location.hostname,
        allowCredentials: credentials.map((id) => ({ type: "public-key", id: bytesOf(id) })),
        userVerification: "required",
        timeout: WAIT_MS,
      },
    });
    const { rawId, response } = credential as PublicKeyCredential;
    const { authenticatorData, clientDataJSON, signature } = response as AuthenticatorAssertionResponse;
    return {
      credential: textOf(rawId),
      authenticatorData: textOf(authenticatorData),
      clientDataJSON: textOf(clientDataJSON),
      signature: textOf(signature),
    };
  } catch (error) {
    return `The browser used no passkey: ${(error as Error).message}`;
  }
}

/** A new passkey, which a terminal still has to confirm; or why there is none. Never rejects. */
export async function createPasskey(name: string): Promise<NewPasskey | string> {
  try {
    const credential = await navigator.credentials.create({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        rp: { id: location.hostname, name: "Snaphook" },
        user: { id: crypto.getRandomValues(new Uint8Array(16)), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        authenticatorSelection: { userVerification: "required", residentKey: "preferred" },
        excludeCredentials: passkeys.value.passkeys.map(({ id }) => ({ type: "public-key", id: bytesOf(id) })),
        attestation: "none",
        timeout: WAIT_MS,
      },
    });
    const { rawId, response } = credential as PublicKeyCredential;
    const made = response as AuthenticatorAttestationResponse;
    const publicKey = made.getPublicKey();
    if (publicKey === null) return "This kind of passkey is not supported.";
    return {
      kind: "passkey",
      id: textOf(rawId),
      name,
      algorithm: made.getPublicKeyAlgorithm() as NewPasskey["algorithm"],
      publicKey: textOf(publicKey),
      authenticatorData: textOf(made.getAuthenticatorData()),
    };
  } catch (error) {
    return `The browser made no passkey: ${(error as Error).message}`;
  }
}

const over = (message: string): ConfirmStep => ({ state: "over", done: false, message });

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
