/** `POST /v1/answers` of a real daemon: a ticket answers there, and nothing else does. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { FakeWebhook, SECRET } from "../../support/fake-webhook.js";
import { onTerminal } from "../../support/on-terminal.js";
import { bash, says } from "../../support/program.js";
import { DaemonPlace } from "../../support/running-daemon.js";
import { securityCases } from "../../support/security-figures.js";

const PUBLIC = "asks.example.org";

async function opened() {
  const webhook = await FakeWebhook.start();
  onTestFinished(() => webhook.stop());
  const place = new DaemonPlace();
  writeFileSync(join(place.root, "secret"), SECRET);
  chmodSync(join(place.root, "secret"), 0o600);
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
  place.writeUser("daemon.json", {
    approvals: {
      desktop: false,
      publicUrl: `https://${PUBLIC}`,
      channels: { webhook: { url: webhook.url, secret: { file: join(place.root, "secret") }, approve: true } },
    },
  });
  await place.wire();
  expect(await onTerminal(place, ["channels", "confirm"])).toMatchObject({ code: 0 });
  await place.up();
  const { port } = await place.status();
  const answer = place.launch("codex", "PreToolUse", { session_id: "s", cwd: place.project, ...bash("make") });
  await expect.poll(() => webhook.received.length).toBe(1);
  const { allow, deny } = webhook.received[0]!["tickets"] as { allow: string; deny: string };
  return { place, webhook, answer, allow, deny, url: `http://127.0.0.1:${port}` };
}

it("HL-09 a ticket answers by POST, once; GET, HEAD, links and other routes never do [ticket route]", async () => {
  const { place, webhook, answer, allow, deny, url } = await opened();
  const json = { "content-type": "application/json" };
  const bearer = (ticket: string) => ({ authorization: `Bearer ${ticket}` });
  const send = (path: string, init: RequestInit) => fetch(`${url}${path}`, init).then(({ status }) => status);
  const refused: [string, RequestInit][] = [
    ["/v1/answers", { headers: bearer(allow) }],
    ["/v1/answers", { method: "HEAD", headers: bearer(allow) }],
    ["/v1/answers", { method: "OPTIONS", headers: bearer(allow) }],
    ["/v1/answers", { method: "PUT", headers: { ...bearer(allow), ...json }, body: "{}" }],
    ["/v1/answers", { method: "DELETE", headers: bearer(allow) }],
    ["/v1/answers", { headers: { ...bearer(allow), purpose: "prefetch", "sec-purpose": "prefetch" } }],
    [`/v1/answers?ticket=${allow}`, {}],
    [`/v1/answers?ticket=${allow}`, { method: "POST", headers: json, body: "{}" }],
    [`/v1/answers/${allow}`, {}],
    [`/a/#${allow}`, {}],
    [`/v1/answers#${allow}`, {}],
    ["/v1/answers", { method: "POST", headers: json, body: JSON.stringify({ ticket: allow }) }],
    ["/v1/answers", { method: "POST", headers: json, body: "{}" }],
    ["/v1/answers/", { method: "POST", headers: { ...bearer(allow), ...json }, body: "{}" }],
    ["/v1/answers?x=1", { method: "POST", headers: { ...bearer(allow), ...json }, body: "{}" }],
    ["/V1/answers", { method: "POST", headers: { ...bearer(allow), ...json }, body: "{}" }],
    ["/v1/%61nswers", { method: "POST", headers: { ...bearer(allow), ...json }, body: "{}" }],
    ["/v1/asks", { headers: bearer(allow) }],
    ["/v1/status", { headers: bearer(allow) }],
    ["/v1/events", { method: "POST", headers: { ...bearer(allow), ...json }, body: "[]" }],
    ["/v1/stop", { method: "POST", headers: { ...bearer(allow), ...json }, body: "{}" }],
    ["/no-such-route", { headers: bearer(allow) }],
    ["/v1/answers", { method: "POST", headers: { cookie: `ticket=${allow}`, ...json }, body: "{}" }],
    ["/v1/answers", { method: "POST", headers: { authorization: `Basic ${allow}`, ...json }, body: "{}" }],
    ["/v1/answers", { method: "POST", headers: { ...bearer(allow), "x-snaphook-token": deny, ...json }, body: "{}" }],
    [
      "/v1/answers",
      { method: "POST", headers: { ...bearer(allow), origin: "https://evil.example", ...json }, body: "{}" },
    ],
    [
      "/v1/answers",
      { method: "POST", headers: { ...bearer(allow), "sec-fetch-site": "cross-site", ...json }, body: "{}" },
    ],
    ["/v1/answers", { method: "POST", headers: { ...bearer(allow), "content-type": "text/plain" }, body: "{}" }],
    ["/v1/answers", { method: "POST", headers: { ...bearer(allow), ...json }, body: "[]" }],
    ["/v1/answers", { method: "POST", headers: { ...bearer(allow), ...json }, body: '{"verdict":"allow"}' }],
    ["/v1/answers", { method: "POST", headers: { ...bearer(allow), ...json }, body: '{"reason":1}' }],
    ["/v1/answers", { method: "POST", headers: { ...bearer(`${allow.slice(0, -1)}x`), ...json }, body: "{}" }],
  ];
  // Besides them 2 after the answer, and 9 at the public address.
  expect(securityCases("ticket-route.test.ts")).toBe(refused.length + 11);
  for (const [path, init] of refused) {
    const status = await send(path, init);
    expect(status, `${init.method ?? "GET"} ${path}`).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
  expect(await place.asks()).toHaveLength(1);
  expect(await send("/v1/answers", { method: "POST", headers: { ...bearer(allow), ...json }, body: "{}" })).toBe(200);
  expect((await answer).stdout).toBe("");
  expect(await send("/v1/answers", { method: "POST", headers: { ...bearer(allow), ...json }, body: "{}" })).toBe(403);
  expect(await send("/v1/answers", { method: "POST", headers: { ...bearer(deny), ...json }, body: "{}" })).toBe(403);
  await expect.poll(() => webhook.received.at(-1)).toMatchObject({ type: "ask.closed", tickets: {} });
  expect(webhook.bad).toEqual([]);
  const bad = () => send("/v1/answers", { method: "POST", headers: { ...bearer(allow), ...json }, body: "{}" });
  const statuses = [];
  for (let n = 0; n < 25; n++) statuses.push(await bad());
  expect(statuses.at(-1)).toBe(429);
});

it("at the public address only a ticket is accepted [public address]", async () => {
  const { place, answer, deny, url } = await opened();
  const { request } = await import("node:http");
  const send = (headers: Record<string, string>, path = "/v1/answers", host = PUBLIC) =>
    new Promise<number>((done, fail) => {
      const sent = request(`${url}${path}`, {
        method: "POST",
        headers: { host, "content-type": "application/json", ...headers },
      });
      sent.on("response", (response) => {
        response.resume();
        done(response.statusCode!);
      });
      sent.on("error", fail);
      sent.end("{}");
    });
  const tokens = JSON.parse((await import("node:fs")).readFileSync(join(place.folder, "tokens.json"), "utf8"));
  for (const token of [tokens.control, tokens.hooks, "x"]) {
    expect(await send({ authorization: `Bearer ${token}` })).toBe(401);
    expect(await send({ authorization: `Bearer ${token}` }, "/v1/stop")).toBe(401);
  }
  expect(await send({ authorization: `Bearer ${deny}` }, "/v1/answers", "evil.example")).toBe(403);
  expect(await send({ authorization: `Bearer ${deny}`, origin: "https://evil.example" })).toBe(403);
  expect(await send({ authorization: `Bearer ${deny}`, origin: `http://${PUBLIC}` })).toBe(403);
  expect(await place.asks()).toHaveLength(1);
  expect(await send({ authorization: `Bearer ${deny}`, origin: `https://${PUBLIC}` })).toBe(200);
  expect((await answer).stdout).toContain("deny");
});
