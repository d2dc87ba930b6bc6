/** A real daemon that attacks are sent to, and what it could have changed. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { readTokens, type Tokens } from "../../src/daemon/lifecycle/tokens.js";
import { bash, says } from "./program.js";
import { DaemonPlace } from "./running-daemon.js";

export interface Reply {
  /** Status and body of each answer that came. */
  readonly answers: readonly { readonly status: number; readonly body: string; readonly head: string }[];
  readonly text: string;
}

export const DENIED = "the harbour is closed";

export class AttackedDaemon extends DaemonPlace {
  port = 0;
  oakPort = 0;
  tokens: Tokens = { hooks: "", control: "" };

  /** For one test. */
  static async open(): Promise<AttackedDaemon> {
    const place = await AttackedDaemon.start();
    onTestFinished(() => place.close());
    return place;
  }

  /** For all tests of a file; `close` ends it. */
  static async start(): Promise<AttackedDaemon> {
    const place = new AttackedDaemon();
    await place.begin();
    return place;
  }

  readonly #cleaning: (() => void)[];

  constructor(cleaning: (() => void)[] = []) {
    super((clean) => void cleaning.unshift(clean));
    this.#cleaning = cleaning;
  }

  async begin(): Promise<void> {
    this.oakPort = await freePort();
    this.writeUser("daemon.json", { oak: { port: this.oakPort } });
    const command = `echo ran >> ${this.path("ran")}; ${says("deny", DENIED)}`;
    this.writeUser("hooks.json", {
      hooks: {
        PreToolUse: [
          { id: "guard", guard: true, matcher: "Bash(guarded*)", command },
          { id: "ask", matcher: "Bash(asked*)", command: says("ask", "shall it?") },
        ],
      },
    });
    const agents = { writer: { profile: "__active__", promptTemplate: "{{input}}" } };
    this.writeUser("threads/attack.json", {
      agents,
      templates: { attack: { agents: ["writer"], entryAgent: "writer" } },
    });
    const profiles = { none: { agent: "claude-code", program: "/bin/true" } };
    this.writeUser("threads/profiles.json", { defaultProfile: "none", profiles });
    await this.wire();
    await this.stand();
  }

  /** Starts it, or starts it again after an attack has ended it. */
  async stand(): Promise<void> {
    if (this.daemon?.exitCode === null && this.daemon.signalCode === null) return;
    await this.up();
    this.port = (await this.status()).port;
    this.tokens = readTokens(join(this.folder, "tokens.json"))!;
  }

  /** What an attack could have changed. */
  async facts() {
    const { pid, events, openAsks } = await this.status();
    const kept = await this.ask({ path: "/v1/events", query: { limit: 1000 } });
    const stored = kept.kind === "ok" ? (kept.body["events"] as readonly unknown[]).length : Number.NaN;
    return {
      pid,
      events,
      openAsks,
      stored,
      runs: this.read("ran"),
      settings: this.read(join(this.user, "daemon.json")),
    };
  }

  guarded(): Promise<string> {
    const payload = { session_id: "s", cwd: this.project, ...bash("guarded ls") };
    return this.launch("claude-code", "PreToolUse", payload).then(({ stdout }) => stdout);
  }

  /**
   * Bytes on a line, and what comes back until it is closed; or, if it stays open, until so many answers came and no more for a
   * moment. Further ones only add to what is seen: what they would have changed is compared as `facts`.
   */
  send(bytes: Buffer, to: object = { port: this.port, host: "127.0.0.1" }, wanted = 1): Promise<Reply> {
    return new Promise((done, fail) => {
      let text = "";
      const socket = connect(to as { path: string });
      let timer: NodeJS.Timeout | undefined;
      const end = () => {
        clearTimeout(timer);
        socket.destroy();
        done({ answers: answersIn(text), text });
      };
      socket.setEncoding("latin1").on("data", (part: string) => {
        text += part;
        clearTimeout(timer);
        if (answersIn(text).length >= wanted) timer = setTimeout(end, 700);
      });
      socket.on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNREFUSED" ? fail(error) : end()));
      socket.on("close", end);
      socket.write(bytes);
    });
  }

  close(): void {
    for (const clean of this.#cleaning) clean();
  }
}

/** Heads and bodies in the order they came. A body without a length goes to the end. */
function answersIn(text: string): { status: number; body: string; head: string }[] {
  const answers = [];
  for (let rest = text; rest.startsWith("HTTP/"); ) {
    const end = rest.indexOf("\r\n\r\n");
    const head = end < 0 ? rest : rest.slice(0, end);
    const status = Number(head.split(" ")[1]);
    const size = status < 200 ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? rest.length);
    answers.push({ status, head, body: end < 0 ? "" : rest.slice(end + 4, end + 4 + size) });
    rest = end < 0 ? "" : rest.slice(end + 4 + size);
  }
  return answers;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
