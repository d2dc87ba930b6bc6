/** A program that gets questions by webhook, and checks their signature as docs/approvals.md says. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Loose } from "./fake-slack.js";

export const SECRET = "a-secret-of-the-user-1";

export class FakeWebhook {
  readonly received: Loose[] = [];
  readonly bad: string[] = [];
  failing: { readonly status: number; readonly headers?: Record<string, string> } | undefined;
  readonly #http: Server;

  private constructor(server: Server) {
    this.#http = server;
    server.on("request", async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = Buffer.concat(parts).toString();
      if (this.failing !== undefined) return void response.writeHead(this.failing.status, this.failing.headers).end();
      const at = String(request.headers["x-snaphook-timestamp"]);
      const wanted = Buffer.from(`v1=${createHmac("sha256", SECRET).update(`${at}.${body}`).digest("hex")}`);
      const given = Buffer.from(String(request.headers["x-snaphook-signature"]));
      const isGood = given.length === wanted.length && timingSafeEqual(given, wanted);
      if (!isGood || Math.abs(Date.now() / 1_000 - Number(at)) > 300) this.bad.push(body);
      this.received.push(JSON.parse(body));
      response.writeHead(204).end();
    });
  }

  static async start(): Promise<FakeWebhook> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new FakeWebhook(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/asks`;
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((done) => this.#http.close(done));
  }
}
