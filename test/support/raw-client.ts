/** A client that says exactly what a test wants the daemon to hear, and nothing more. */
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { placeOf } from "../../src/client/protocol.js";
import { PROTOCOL } from "../../src/runtime/platform/daemon-paths.js";
import type { DaemonPlace } from "./running-daemon.js";

export class RawClient {
  readonly #socket: Socket;
  readonly closed: Promise<void>;
  heard = "";

  constructor(place: DaemonPlace) {
    this.#socket = connect(join(place.folder, "hooks.sock"));
    this.#socket.setEncoding("utf8").on("data", (text: string) => {
      this.heard += text;
    });
    this.#socket.on("error", () => {}); // the daemon may turn it away while it talks
    this.closed = new Promise((done) => this.#socket.once("close", () => done()));
    onTestFinished(() => void this.#socket.destroy());
  }

  /** Settles when the bytes have left, or nobody takes them any more. */
  say(text: string | Buffer): Promise<void> {
    return new Promise((done) => {
      this.#socket.write(text, () => done());
    });
  }

  async hear(words: RegExp, timeout = 10_000): Promise<void> {
    await expect.poll(() => this.heard, { timeout }).toMatch(words);
  }

  leave(): void {
    this.#socket.destroy();
  }
}

/** What a call of an agent begins with, made in the project. */
export function headOf(
  place: DaemonPlace,
  agent = "claude-code",
  event = "PreToolUse",
  env = place.env,
  sure = "go",
): string {
  const texts = [place.project, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const body = texts.map((text) => `${text}\0`).join("");
  return `snaphook ${PROTOCOL} 0.0.1 ${agent} ${event} ${placeOf(place.project)} ${sure} ${Buffer.byteLength(body)}\n${body}`;
}

export function piece(text: string): string {
  return `piece ${Buffer.byteLength(text)}\n${text}`;
}
