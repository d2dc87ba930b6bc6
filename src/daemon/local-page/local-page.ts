/**
 * The local page: who may use it, and where it is. Codes and tokens are in memory only, so they end with the daemon. The port
 * is opened with the first launch.
 */
import { randomInt } from "node:crypto";
import type { Server } from "node:http";
import type { PersonProof } from "../../client/person-proof.js";
import type { Confirmed } from "../../core/ports.js";
import { randomName, sha256 } from "../../disk/digest.js";
import { Confirmations } from "./confirmations.js";
import { type LoopbackPort, listenOnLoopback } from "./listen-on-loopback.js";
import { type PageFile, readPageFiles } from "./page-files.js";
import { PasskeyDesk } from "./passkey-desk.js";

/** `view` reads. `answer` also denies, and asks the terminal that launched the page to confirm the rest. */
export type PageRights = "view" | "answer";

export interface LaunchedPage {
  /** `http://localhost:1234/p/…/`. It is no secret: without a code it shows a sign-in form. */
  readonly address: string;
  readonly id: string;
  /** For the fragment of the address. */
  readonly code: string;
  /** For a person to type. */
  readonly typedCode: string;
}

export interface PageSession {
  readonly rights: PageRights;
  /** Id of the launch, whose terminal confirms. */
  readonly launch: string;
  readonly by?: Confirmed["by"] | undefined;
  /** Milliseconds of `now`. */
  readonly endsAt: number;
}

export interface PageOptions {
  /** With the built page. */
  readonly folder: string;
  /** With the file of passkeys. */
  readonly data: string;
  createServer(): Server;
  /** Whether a person in a terminal launches it. */
  isProven(proof: PersonProof): boolean;
  /** Monotonic milliseconds. */
  now(): number;
}

interface Code extends Omit<PageSession, "endsAt"> {
  readonly expiresAt: number;
}

interface Session extends PageSession {
  usedAt: number;
  streams: number;
}

export const CODE_MS = 60_000;
export const TYPED_CODE_MS = 5 * 60_000;
export const SESSION_MS = 12 * 3_600_000;
export const UNUSED_MS = 2 * 3_600_000;
/** Then all typed codes are invalid. */
const MOST_MISSES = 10;
const MOST_SESSIONS = 64;

export class LocalPage {
  /** Sent with every answer to a session: the page knows by it that it talks to the same daemon. */
  readonly instance = randomName(16);
  readonly confirmations = new Confirmations();
  readonly passkeys: PasskeyDesk;
  readonly #secret = randomName(16);
  readonly #options: PageOptions;
  /** By the hash of their code. */
  readonly #codes = new Map<string, Code>();
  readonly #typedCodes = new Map<string, Code>();
  /** By the hash of their token. */
  readonly #sessions = new Map<string, Session>();
  #misses = 0;
  #files: ReadonlyMap<string, PageFile> | undefined;
  #opened: Promise<LoopbackPort> | undefined;
  #origin: string | undefined;

  constructor(options: PageOptions) {
    this.#options = options;
    this.passkeys = new PasskeyDesk({ data: options.data, now: options.now, origin: () => this.#origin });
  }

  /** Opens the page's port if it is not open. Rejects if it cannot be, or the page is not installed. */
  async launch({ rights, by }: Pick<PageSession, "rights" | "by">): Promise<LaunchedPage> {
    this.#files ??= readPageFiles(this.#options.folder);
    this.#opened ??= listenOnLoopback(() => this.#options.createServer()).catch((error) => {
      this.#opened = undefined;
      throw error;
    });
    const { host, port } = await this.#opened;
    if (host === "localhost") this.#origin = `http://localhost:${port}`;
    const id = randomName(8);
    const [code, typedCode] = [randomName(16), newTypedCode()];
    const now = this.#options.now();
    this.#forget(now);
    this.#misses = 0;
    this.#codes.set(sha256(code), { rights, by, launch: id, expiresAt: now + CODE_MS });
    this.#typedCodes.set(sha256(typedCode), { rights, by, launch: id, expiresAt: now + TYPED_CODE_MS });
    return { address: `http://${host}:${port}/p/${this.#secret}/`, id, code, typedCode };
  }

  isProven(proof: PersonProof): boolean {
    return this.#options.isProven(proof);
  }

  /** The file of a path; undefined if the path is not of the page. */
  fileOf(path: string): PageFile | undefined {
    const [empty, p, secret = "", name, ...more] = path.split("/");
    const isOurs = empty === "" && p === "p" && name !== undefined && more.length === 0;
    return isOurs && sha256(secret) === sha256(this.#secret) ? this.#files?.get(name) : undefined;
  }

  /** A code opens one session. The codes of one launch are used together. */
  redeem(given: string): { readonly token: string; readonly session: PageSession } | undefined {
    const now = this.#options.now();
    this.#forget(now);
    const code = this.#codes.get(sha256(given)) ?? this.#typedCodes.get(sha256(given.trim().toLowerCase()));
    if (code === undefined) {
      if (++this.#misses >= MOST_MISSES) this.#typedCodes.clear();
      return undefined;
    }
    for (const codes of [this.#codes, this.#typedCodes])
      for (const [hash, { launch }] of codes) if (launch === code.launch) codes.delete(hash);
    const token = randomName(32);
    const { rights, launch, by } = code;
    const session = { rights, launch, by, endsAt: now + SESSION_MS, usedAt: now, streams: 0 };
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= MOST_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(sha256(token), session);
    return { token, session };
  }

  /** The session of a token, which is used by this. */
  session(token: string): PageSession | undefined {
    const now = this.#options.now();
    this.#forget(now);
    const session = this.#sessions.get(sha256(token));
    if (session !== undefined) session.usedAt = now;
    return session;
  }

  /** A session with an open stream is in use. `end` is called when it is over. The result closes the stream. */
  streaming(session: PageSession, end: () => void): () => void {
    const held = session as Session;
    held.streams++;
    const timer = setTimeout(end, Math.max(0, session.endsAt - this.#options.now())).unref();
    return () => {
      clearTimeout(timer);
      held.streams--;
      held.usedAt = this.#options.now();
    };
  }

  #forget(now: number): void {
    for (const codes of [this.#codes, this.#typedCodes])
      for (const [hash, { expiresAt }] of codes) if (now > expiresAt) codes.delete(hash);
    for (const [hash, { endsAt, usedAt, streams }] of this.#sessions)
      if (now > endsAt || (streams === 0 && now - usedAt > UNUSED_MS)) this.#sessions.delete(hash);
  }
}

/** Without those that look like others. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

function newTypedCode(): string {
  return Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
