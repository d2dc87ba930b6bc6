import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/text/json.js";
import { inBrowser, type Page } from "../support/browser.js";
import { PagePlace, ran } from "../support/page-place.js";
import { bash } from "../support/program.js";

const shownIds = (page: Page) =>
  page.evaluate<string[]>("[...document.querySelectorAll('[data-id]')].map((row) => row.dataset.id)");

/** Established connections of the daemon's side to a port. */
function connectionsTo(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .filter((line) => {
      const [, local = "", , state] = line.trim().split(/\s+/);
      return local.endsWith(`:${hex}`) && state === "01";
    }).length;
}

inBrowser("DA-09 the stream of the local page", () => {
  it("is one for twelve tabs, and each shows every event; when its tab is closed another one reads it", async () => {
    const place = await PagePlace.open();
    const launched = await place.launchPage();
    const pages = [(await place.openPage(launched)).page];
    for (let i = 1; i < 12; i++) pages.push((await place.openPage()).page);
    for (const page of pages) await page.getByText("Live").waitFor();
    const post = async (from: number, to: number) => {
      for (let at = from; at < to; at += 50)
        await place.post(
          ...Array.from({ length: 50 }, (_, i) => ran(`call ${at + i}`, { id: `e-${at + i}`, session: `s${at + i}` })),
        );
    };
    await post(0, 1_000);
    for (const page of pages) await page.getByText("call 999", { exact: true }).waitFor();
    const port = Number(new URL(launched.address).port);
    // Requests that are over leave their connections open for a few seconds.
    await expect.poll(() => connectionsTo(port)).toBe(1);
    await pages.shift()!.close();
    await expect.poll(() => connectionsTo(port)).toBe(1);
    await post(1_000, 1_200);
    for (const page of pages) await page.getByText("call 1199", { exact: true }).waitFor();
    for (const page of pages) expect(new Set(await shownIds(page)).size).toBe((await shownIds(page)).length);
  });

  it("is copied only if there is another tab, which misses nothing of what comes while it begins", async () => {
    const place = await PagePlace.open();
    const { context } = await place.browser();
    await context.addInitScript(`
      globalThis.copied = 0;
      const post = BroadcastChannel.prototype.postMessage;
      BroadcastChannel.prototype.postMessage = function (message) {
        if (message.kind === "lines") copied++;
        post.call(this, message);
      };
    `);
    const { page } = await place.openPage();
    await page.getByText("Live").waitFor();
    await place.post(ran("alone", { id: "e-alone" }));
    await page.getByText("alone", { exact: true }).waitFor();
    expect(await page.evaluate("copied")).toBe(0);
    const launched = await place.launchPage();
    let count = 0;
    const post = () => place.post(ran(`call ${count}`, { id: `e-${count}`, session: `s${count++}` }));
    const opening = place.openPage(launched);
    let isOpen = false;
    void opening
      .then(({ page }) => page.locator("[data-row]").nth(5).waitFor())
      .then(() => {
        isOpen = true;
      });
    while (!isOpen && count < 400) await post();
    const { page: other } = await opening;
    await post();
    for (const one of [page, other]) {
      await one.getByText(`call ${count - 1}`, { exact: true }).waitFor();
      const size = () => one.locator("[aria-setsize]").first().getAttribute("aria-setsize");
      await expect.poll(size).toBe(String(count + 1));
    }
    expect(await page.evaluate("copied")).toBeGreaterThan(0);
    expect(await other.evaluate("copied")).toBe(0);
  });

  it("shows a single event at once, and many together, whatever the number of messages they come in", async () => {
    const place = await PagePlace.open();
    const { page } = await place.openPage();
    await page.getByText("Live").waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 10_000); // less than the silence after which the page connects again
    // What the page receives, it passes on to other tabs in the same moment, once it knows of one.
    const received = (id: string) =>
      page.evaluate(`
        globalThis.otherTab = new BroadcastChannel("snaphook");
        otherTab.postMessage({ kind: "who" });
        globalThis.received = new Promise((done) => {
          otherTab.onmessage = ({ data }) => JSON.stringify(data).includes(${JSON.stringify(`"${id}"`)}) && done();
        });
        undefined;
      `);
    await received("e-alone");
    await place.post(ran("alone", { id: "e-alone", session: "s" }));
    await page.evaluate("received");
    await page.clock.runFor(50); // a frame, and not the pause after many
    await page.getByText("alone", { exact: true }).waitFor();

    await page.clock.runFor(1_000);
    await page.evaluate(`
      globalThis.updates = 0;
      new MutationObserver(() => updates++).observe(document.querySelector("main"), { childList: true, subtree: true });
    `);
    await received("e-99");
    for (let n = 0; n < 100; n++) await place.post(ran(`call ${n}`, { id: `e-${n}`, session: "s" }));
    await page.evaluate("received");
    await page.clock.runFor(1_000);
    await page.getByText("call 99", { exact: true }).waitFor();
    const updates = await page.evaluate<number>("updates");
    expect(updates).toBeGreaterThan(0);
    expect(updates).toBeLessThan(10);
  });

  it("a session that is made private, or forgotten, is not shown any more, and neither is what comes of it", async () => {
    const place = new PagePlace();
    place.writeUser("memory.json", { enabled: true });
    await place.up();
    await place.post(ran("hidden one", { id: "e-hidden", session: "hidden" }), ran("other", { session: "s2" }));
    const old = (event: string, payload: JsonObject) => ({ ...ran("", { session: "old", event }), payload });
    await place.post(
      old("UserPromptSubmit", { prompt: "We always use old words here" }),
      old("Stop", { last_assistant_message: "The old words it is" }),
    );
    const now = (await place.openPage()).page;
    const paused = (await place.openPage()).page;
    const call = (await place.openPage()).page;
    await call.evaluate('location.hash = "#/call/e-hidden"');
    await call.getByRole("main").getByText("hidden one").first().waitFor();
    await now.getByText("hidden one").waitFor();
    await paused.getByText("hidden one").waitFor();
    await paused.keyboard.press("p");
    expect((await place.run(["private", "hidden"])).code).toBe(0);
    await call.getByText("Unknown event").waitFor();
    await place.post(ran("hidden two", { session: "hidden" }), ran("after", { session: "s2" }));
    for (const page of [now, paused]) {
      await page.getByText("after", { exact: true }).waitFor();
      await page.getByText("other", { exact: true }).waitFor();
      expect(await page.getByText(/hidden/).count()).toBe(0);
    }
    place.permitScripts("forget");
    const forgot = await place.run(["forget", "--session", "old"]);
    expect(forgot.stdout).toContain("Deleted.");
    for (const page of [now, paused]) {
      await expect.poll(() => page.getByText("old words").count()).toBe(0);
      await page.getByText("after", { exact: true }).waitFor();
    }
  });

  it("says at once that the daemon was killed; the next page has what happened meanwhile, without hole or duplicate", async () => {
    const place = new PagePlace();
    await place.wire();
    await place.up();
    const call = (command: string) =>
      place.launch("codex", "PreToolUse", {
        session_id: "s1",
        cwd: place.project,
        hook_event_name: "PreToolUse",
        ...bash(command),
      });
    for (let i = 0; i < 5; i++) await call(`before ${i}`);
    const { page } = await place.openPage();
    await page.getByText("before 4").waitFor();
    await place.kill();
    await page.getByText("Daemon not reachable").waitFor();
    await page.getByText("After a restart of the daemon, run snaphook page again.").waitFor();
    for (let i = 0; i < 5; i++) await call(`meanwhile ${i}`);
    await place.up();
    const next = (await place.openPage()).page;
    await next.getByText("meanwhile 4").waitFor();
    for (let i = 0; i < 5; i++) await call(`after ${i}`);
    await next.getByText("after 4").waitFor();
    await expect.poll(async () => (await shownIds(next)).length).toBe(15);
    const stored = (await place.events()).map(({ id }) => id);
    expect((await shownIds(next)).toSorted()).toEqual(stored.toSorted());
  });

  it("that is cut goes on in the same page, without hole or duplicate, and the page says so meanwhile", async () => {
    const place = await PagePlace.open();
    const { context } = await place.browser();
    // Ends the connection as a network does that breaks: the page reads an error.
    await context.addInitScript(`
      const send = fetch;
      globalThis.isCut = false;
      globalThis.fetch = async (path, init) => {
        if (isCut) throw new TypeError("network error");
        if (!String(path).startsWith("/v1/stream")) return send(path, init);
        const response = await send(path, init);
        const reader = response.body.getReader();
        globalThis.cut = () => { isCut = true; reader.cancel(); broken(new TypeError("network error")); };
        let broken;
        const body = new ReadableStream({
          start(controller) { broken = (error) => controller.error(error); },
          async pull(controller) {
            const { done, value } = await reader.read();
            if (done) { if (!isCut) controller.close(); } else controller.enqueue(value);
          },
        });
        const { status, headers } = response;
        return new Response(body, { status, headers });
      };
    `);
    const { page } = await place.openPage();
    const post = async (name: string) => {
      for (let n = 0; n < 5; n++)
        await place.post(ran(`${name} ${n}`, { id: `e-${name}-${n}`, session: `${name}${n}` }));
    };
    await post("before");
    await page.getByText("before 4").waitFor();
    await page.evaluate("cut()");
    await page.getByText("Daemon not reachable").waitFor();
    await post("meanwhile");
    expect(await page.getByText(/meanwhile/).count()).toBe(0);
    await page.evaluate("isCut = false");
    await page.getByText("meanwhile 4").waitFor();
    await page.getByText("Live").waitFor();
    await post("after");
    await page.getByText("after 4").waitFor();
    const stored = (await place.events()).map(({ id }) => id);
    expect(stored).toHaveLength(15);
    expect((await shownIds(page)).toSorted()).toEqual(stored.toSorted());
  });

  it("with 10,000 rows and 200 events a second updates the list a few times a second, and keys still move the focus", async () => {
    const place = await PagePlace.open();
    const events = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ran(`call ${from + n}`, { id: `e-${from + n}`, session: `s${n % 7}` }));
    const { page, complaints } = await place.openPage();
    await page.getByText("Live").waitFor();
    for (let at = 0; at < 10_000; at += 1_000) await place.post(...events(at, 1_000));
    await page.getByText("call 9999", { exact: true }).waitFor();
    await page.evaluate(`
      globalThis.updates = 0;
      const main = document.querySelector("main");
      new MutationObserver(() => updates++).observe(main, { childList: true, subtree: true });
    `);
    const focused = () => page.evaluate<string>("document.activeElement?.dataset.id ?? ''");
    const seen = new Set<string>();
    const seconds = 4;
    for (let n = 0; n < seconds * 20; n++) {
      await place.post(...events(10_000 + n * 10, 10));
      if (n % 20 !== 10) continue;
      await page.keyboard.press("j");
      seen.add(await focused());
    }
    const last = 10_000 + seconds * 200 - 1;
    await page.getByText(`call ${last}`, { exact: true }).waitFor();
    expect(seen.size, "each key moved it").toBe(seconds);
    expect(seen).not.toContain("");
    const updates = await page.evaluate<number>("updates");
    expect(updates).toBeGreaterThan(0);
    expect(updates, "far fewer than events").toBeLessThan(seconds * 100);
    expect(await page.locator("[data-row]").count()).toBeLessThan(80);
    const size = page.locator("[aria-setsize]").first();
    await expect.poll(() => size.getAttribute("aria-setsize")).toBe("10000");
    expect(complaints).toEqual([]);
  });

  it("another program on the port of a daemon that ended gets no answer out of the page: it signs out", async () => {
    const place = await PagePlace.open();
    const launched = await place.launchPage();
    const { page } = await place.openPage(launched);
    await page.getByText("Live").waitFor();
    const kept = await page.evaluate<string>("sessionStorage.getItem('snaphook-session')");
    const unused = await place.launchPage();
    await place.kill();
    const port = Number(new URL(launched.address).port);
    const heard: string[] = [];
    const impostors = ["127.0.0.1", "::1"].map((host) => {
      const server = createServer((request, response) => {
        heard.push(`${request.method} ${request.url}`);
        response
          .setHeader("content-type", "application/x-ndjson")
          .end(`${JSON.stringify({ kind: "asks", open: [{ id: "evil" }] })}\n`);
      });
      onTestFinished(() => void server.close());
      return new Promise<void>((done, fail) => server.once("error", fail).listen(port, host, done));
    });
    await Promise.all(impostors);
    await page.getByText(/The daemon was started again/).waitFor();
    expect(heard.filter((line) => line.startsWith("POST"))).toEqual([]);
    expect(await page.evaluate("sessionStorage.getItem('snaphook-session')")).toBeNull();
    await place.up();
    const { token } = JSON.parse(kept) as { token: string };
    const other = await place.launchPage();
    const reply = await fetch(new URL("/v1/events", other.address), { headers: { authorization: `Bearer ${token}` } });
    expect(reply.status).toBe(401);
    const headers = { origin: new URL(other.address).origin, "content-type": "application/json" };
    for (const code of [unused.code, unused.typedCode]) {
      const init = { method: "POST", headers, body: JSON.stringify({ code }) };
      expect((await fetch(new URL("/v1/page/session", other.address), init)).status).toBe(401);
    }
  });

  it("the port is held on both loopback addresses", async () => {
    const place = await PagePlace.open();
    const { address } = await place.launchPage();
    const port = Number(new URL(address).port);
    for (const host of ["127.0.0.1", "::1"]) {
      const stranger = createTcpServer();
      onTestFinished(() => void stranger.close());
      const got = await new Promise((done) =>
        stranger.once("error", done).listen(port, host, () => done(stranger.address() as AddressInfo)),
      );
      expect(got).toMatchObject({ code: "EADDRINUSE" });
    }
  });
});
