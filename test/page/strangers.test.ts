import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { listenOnLoopback } from "../../src/daemon/local-page/listen-on-loopback.js";
import { inBrowser } from "../support/browser.js";
import { onTerminal } from "../support/on-terminal.js";
import { PagePlace, ran } from "../support/page-place.js";

describe("the port of the local page", () => {
  /** Takes `[::1]` of each port as soon as it is taken on 127.0.0.1, the first `times`. */
  function listening(times: number, tries?: number) {
    const tried: number[] = [];
    const create = (): Server => {
      const server = createServer();
      onTestFinished(() => void server.close());
      server.once("listening", () => {
        const { address, port } = server.address() as AddressInfo;
        if (address !== "127.0.0.1") return;
        tried.push(port);
        if (tried.length > times) return;
        const stranger = createServer();
        onTestFinished(() => void stranger.close());
        stranger.listen(port, "::1");
      });
      return server;
    };
    return listenOnLoopback(create, tries).then((found) => ({ ...found, tried }));
  }

  it("is another one if a stranger listens on [::1] [both addresses]", async () => {
    const { port, host, tried } = await listening(2);
    expect(tried).toHaveLength(3);
    expect([port, host]).toEqual([tried[2], "localhost"]);
  });

  it("is opened as 127.0.0.1 if a stranger is always faster", async () => {
    const { host, tried } = await listening(2, 2);
    expect([host, tried.length]).toEqual(["127.0.0.1", 2]);
  });
});

/** Config, approvals, switches, keys and tokens, by path; what the store writes is compared by its events. */
function ownFiles({ user, data, folder }: PagePlace): Record<string, string> {
  const found: Record<string, string> = {};
  for (const root of [user, data, folder])
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && !/\/(versions|backups)\/|\/store\.db|\.log$/.test(path))
        found[path] = readFileSync(path, "latin1");
    }
  return found;
}

inBrowser("T6 strangers and the local page", () => {
  it("a file that redirects opens it; no process shows the address or the code to other users", async () => {
    const place = await PagePlace.open();
    await place.post(ran("stored one"));
    const opener = place.write("bin/xdg-open", '#!/bin/sh\necho "$@" > "$HOME/opened"\nsleep 30\n');
    chmodSync(opener, 0o755);
    const env = { DISPLAY: ":0", PATH: `${place.path("bin")}:${process.env["PATH"]}` };
    void onTerminal(place, ["page"], { text: "re:(never)", env });
    const opened = join(place.home, "opened");
    await expect.poll(() => place.read(opened)).toContain("file://");
    const file = new URL(place.read(opened).trim());
    expect(file.href).toBe(pathToFileURL(join(place.folder, "page.html")).href);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [, secret = "", code = ""] = /\/p\/(\w+)\/#k=(\w{32})/.exec(readFileSync(file, "utf8")) ?? [];
    expect([secret.length, code.length]).toEqual([32, 32]);
    const { context } = await place.browser();
    const page = await context.newPage();
    await page.goto(file.href);
    await page.getByText("stored one").waitFor();
    const lines = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, "utf8");
        } catch {
          return ""; // ended meanwhile
        }
      });
    expect(lines.some((line) => line.includes("page.html"))).toBe(true);
    expect(lines.filter((line) => line.includes(secret) || line.includes(code))).toEqual([]);
  });

  it("a rebound name, a page of another port, frames and forms reach nothing", async () => {
    const place = new PagePlace();
    place.writeUser("hooks.json", { hooks: {} });
    await place.up();
    await place.post(ran("stored one"));
    const { address, code } = await place.launchPage();
    const { port, pathname } = new URL(address);
    const { context } = await place.browser({ args: ["--host-resolver-rules=MAP evil.example 127.0.0.1"] });
    const before = await place.events();
    const files = ownFiles(place);
    expect(Object.keys(files).join()).toContain("hooks.json");
    const rebound = await context.newPage();
    const got = await rebound.goto(`http://evil.example:${port}${pathname}#k=${code}`);
    expect(got?.status()).toBe(403);
    const server = createServer((_, response) => {
      response.setHeader("content-type", "text/html").end(`<iframe src="${address}#k=${code}"></iframe>`);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const other = await context.newPage();
    await other.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    const tried = await other.evaluate<string[]>(`(async () => {
      const body = JSON.stringify({ code: ${JSON.stringify(code)} });
      const tries = [
        fetch("http://localhost:${port}/v1/page/session", { method: "POST", headers: { "content-type": "application/json" }, body }),
        fetch("http://localhost:${port}/v1/page/session", { method: "POST", headers: { "content-type": "text/plain" }, body }),
        fetch("http://localhost:${port}/v1/page/session", { method: "POST", mode: "no-cors", body }),
        fetch("${address}"),
        fetch("http://localhost:${port}/v1/events"),
      ];
      return (await Promise.allSettled(tries)).map((one) => (one.status === "rejected" ? "refused" : one.value.type));
    })()`);
    expect(tried).toEqual(["refused", "refused", "refused", "refused", "refused"]);
    expect(
      await other
        .frames()[1]
        ?.evaluate("document.body?.innerText ?? ''")
        .catch(() => ""),
    ).not.toContain("Now");
    await other.evaluate(`(() => {
      const form = document.createElement("form");
      Object.assign(form, { method: "POST", action: "http://localhost:${port}/v1/page/session", enctype: "text/plain" });
      document.body.append(form);
      form.submit();
    })()`);
    await other.waitForURL(/page\/session/);
    expect(await other.textContent("body")).toContain("ORIGIN_REFUSED");
    expect(await place.events()).toEqual(before);
    expect(ownFiles(place)).toEqual(files);
    // The code was not used up by any of it.
    const { page } = await place.openPage({ address, code, typedCode: "", id: "" });
    await page.getByText("stored one").waitFor();
  });

  it("text of agents stays text: markup, hidden characters and five megabytes", async () => {
    const place = await PagePlace.open();
    const evil = '<script>window.pwned=1</script><img src=x onerror="window.pwned=1">';
    await place.post(
      ran(`echo ${evil}`),
      ran("echo safe\u202e txt.exe\u2066\u200b\u001b[2J", { session: "s2" }),
      ran(`echo ${"long ".repeat(1_000_000)}`, { session: "s3" }),
      { agent: "codex", event: "UserPromptSubmit", session: "__proto__", payload: { prompt: `${evil}\ud800` } },
    );
    const { page, complaints } = await place.openPage();
    await page.getByText("<script>window.pwned=1</script>").first().waitFor();
    await page.getByText("safe⟦U+202E⟧ txt.exe⟦U+2066⟧⟦U+200B⟧⟦ESC⟧[2J").waitFor();
    for (const event of await place.events()) {
      await page.evaluate(`location.hash = "#/call/${event.id}"`);
      await page.getByText("No hook matched this call.").waitFor();
    }
    await page.evaluate('location.hash = "#/sessions"');
    const session = page.locator('main a[href="#/session/__proto__"]');
    await session.getByText("<script>window.pwned=1</script>").waitFor();
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    expect(await page.locator("main script, main img").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("ten thousand events are a few rows in the document, and the newest is shown", async () => {
    const place = await PagePlace.open();
    const { page, complaints } = await place.openPage();
    await page.getByText("Live").waitFor();
    for (let at = 0; at < 11_000; at += 500)
      await place.post(
        ...Array.from({ length: 500 }, (_, i) => ran(`call ${at + i}`, { id: `e-${at + i}`, session: `s${i % 7}` })),
      );
    await page.getByText("call 10999", { exact: true }).waitFor();
    expect(await page.locator("[data-row]").count()).toBeLessThan(80);
    const list = page.getByRole("list", { name: "Events, newest first" });
    await expect.poll(() => list.locator("li").first().getAttribute("aria-setsize")).toBe("10000");
    await page.evaluate("document.querySelector('.rows').scrollTo(0, 150000)");
    const top = () =>
      page.evaluate<number>("document.querySelector('[data-id=e-5990]')?.getBoundingClientRect().top ?? -1");
    await expect.poll(top).toBeGreaterThan(0);
    const looked = page.locator("li", { has: page.locator("[data-id=e-5990]") });
    const position = async () => Number(await looked.getAttribute("aria-posinset"));
    const [before, at] = [await top(), await position()];
    await place.post(ran("one more", { id: "more" }));
    await expect.poll(position).toBe(at + 1); // it is in the list, above
    expect(await top(), "what is looked at stays where it is").toBe(before);
    await page.evaluate("document.querySelector('.rows').scrollTo(0, 0)");
    await page.getByText("one more", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });
});
