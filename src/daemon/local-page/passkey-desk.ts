/**
 * Passkeys prove on the local page that the user agrees. A challenge is made for exactly one thing that the user wants, works
 * once, and ends after two minutes.
 */
import { changePasskeys, type Passkey, readPasskeys } from "../../client/passkey-file.js";
import { canonicalJson } from "../../core/text/json.js";
import { randomName, sha256 } from "../../disk/digest.js";
import { type Assertion, checkAssertion } from "./check-passkey.js";
import type { Wanted } from "./confirmations.js";
import type { PageSession } from "./local-page.js";

/** A passkey is added with the code of a terminal only. */
export type Provable = Exclude<Wanted, { kind: "passkey" }>;

export interface Challenge {
  readonly id: string;
  /** base64url. */
  readonly challenge: string;
  /** Credential ids. */
  readonly credentials: readonly string[];
}

export type Proven =
  | { readonly wanted: Provable; readonly passkey: Pick<Passkey, "id" | "name"> }
  | { readonly why: string };

export interface DeskOptions {
  /** With the file of passkeys. */
  readonly data: string;
  /** Of the page; undefined if it has no name that passkeys work for. */
  origin(): string | undefined;
  /** Monotonic milliseconds. */
  now(): number;
}

interface Open {
  readonly launch: string;
  readonly wanted: Provable;
  readonly expiresAt: number;
}

export const CHALLENGE_MS = 2 * 60_000;
const MOST_OPEN = 64;

export class PasskeyDesk {
  readonly #options: DeskOptions;
  readonly #open = new Map<string, Open>();

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /** Those that work on this page. */
  get passkeys(): readonly Passkey[] {
    return this.#options.origin() === undefined ? [] : readPasskeys(this.#options.data);
  }

  /** Undefined if there is no passkey. */
  begin({ launch }: Pick<PageSession, "launch">, wanted: Provable): Challenge | undefined {
    const credentials = this.passkeys.map(({ id }) => id);
    if (credentials.length === 0) return undefined;
    const now = this.#options.now();
    for (const [id, { expiresAt }] of this.#open) if (now > expiresAt) this.#open.delete(id);
    const [oldest] = this.#open.keys();
    if (this.#open.size >= MOST_OPEN && oldest !== undefined) this.#open.delete(oldest);
    const id = randomName(32);
    this.#open.set(id, { launch, wanted, expiresAt: now + CHALLENGE_MS });
    return { id, challenge: challengeFor(wanted, id), credentials };
  }

  /** Whatever the result, the challenge is used. Never rejects. */
  async finish({ launch }: Pick<PageSession, "launch">, id: string, given: Assertion): Promise<Proven> {
    const open = this.#open.get(id);
    this.#open.delete(id);
    const origin = this.#options.origin();
    if (open === undefined || open.launch !== launch || this.#options.now() > open.expiresAt || origin === undefined)
      return { why: "the request is over" };
    const expected = { challenge: challengeFor(open.wanted, id), origin };
    let found: Proven = { why: "this passkey is not registered" };
    try {
      await changePasskeys(this.#options.data, (known) => {
        const passkey = known.find((one) => one.id === given.credential);
        if (passkey === undefined) return undefined;
        const checked = checkAssertion(given, passkey, expected);
        found = "why" in checked ? checked : { wanted: open.wanted, passkey: { id: passkey.id, name: passkey.name } };
        if ("why" in checked || checked.counter === passkey.counter) return undefined;
        return known.map((one) => (one === passkey ? { ...one, counter: checked.counter } : one));
      });
    } catch (error) {
      return { why: (error as Error).message };
    }
    return found;
  }
}

/** Hash of the question and its call, or of the other thing that is wanted, with the verdict and the nonce. */
export function challengeFor(wanted: Provable, nonce: string): string {
  const verdict = wanted.kind === "approve" ? { verdict: "allow" } : {};
  const text = `snaphook passkey\n${canonicalJson({ ...wanted, ...verdict, nonce })}`;
  return Buffer.from(sha256(text), "hex").toString("base64url");
}
