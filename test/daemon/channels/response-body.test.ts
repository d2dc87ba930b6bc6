import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { joinSignals } from "../../../src/core/join-signals.js";
import { responseBody } from "../../../src/daemon/channels/response-body.js";
import { collectGarbage } from "../../support/collect-garbage.js";

/** A server that begins an answer and never ends it. */
async function stalling() {
  const server = createServer((_, response) => void response.writeHead(200).write("one"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it.each<[string, () => { readonly signal: AbortSignal; abort?(reason: string): void }]>([
  ["a signal", () => joinSignals(new AbortController().signal)],
  ["a time limit", () => ({ signal: AbortSignal.timeout(1_000) })],
])("%s ends a body that stalls, also after a garbage collection, and its connection", async (_, create) => {
  const { server, url } = await stalling();
  const over = create();
  const parts: string[] = [];
  const read = async () => {
    for await (const part of responseBody(await fetch(url, { signal: over.signal }), over.signal))
      parts.push(Buffer.from(part).toString());
  };
  const ended = read().catch((error: unknown) => error);
  await expect.poll(() => parts).toEqual(["one"]);
  for (let i = 0; i < 3; i++) await collectGarbage();
  over.abort?.("enough");
  expect(await ended).toBe(over.signal.reason);
  const connections = () => new Promise<number>((done) => server.getConnections((_error, count) => done(count)));
  await expect.poll(connections).toBe(0);
});
