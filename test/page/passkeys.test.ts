import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { stopDaemon } from "../../src/client/daemon-control.js";
import { readPasskeys } from "../../src/client/passkey-file.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { AskPlace, isDenied, questions } from "../support/ask-place.js";
import { inBrowser } from "../support/browser.js";
import { onTerminal } from "../support/on-terminal.js";
import { addAuthenticator, registerPasskey, useOwnPasskey } from "../support/virtual-authenticator.js";

const ONLY = { allowWith: "passkey" };

inBrowser("HL-09 passkeys on the local page", () => {
  it("a person adds one with the code of the terminal, approves with it, and removes it", async () => {
    const place = await AskPlace.open();
    const { page, terminal, complaints } = await questions(place, ["passkeys", "add"]);
    expect(terminal.shown()).toContain("Add the passkey on the page, under Questions.");
    await addAuthenticator(page);
    await registerPasskey(page, "my laptop", terminal);
    expect(readPasskeys(place.data)).toMatchObject([{ name: "my laptop", algorithm: -7 }]);
    const asked = place.wants("touch approved");
    const card = page.locator("article", { hasText: "touch approved" });
    await card.getByRole("button", { name: "Allow once" }).click();
    expect(isDenied(await asked)).toBe(false);
    await card.getByText(/Approved by \w+ \(page, "my laptop", passkey\)/).waitFor();
    expect((await place.run(["passkeys"])).stdout).toContain("my laptop  added ");
    expect((await place.run(["passkeys", "remove", "my laptop"])).stderr).toContain("HUMAN_ONLY_TERMINAL");
    const removed = await onTerminal(place, ["passkeys", "remove", "my laptop"]);
    expect(removed.stdout).toContain('Removed "my laptop".');
    expect(readPasskeys(place.data)).toEqual([]);
    // The page still offers it; the daemon does not take it any more, and the code of the terminal works.
    const second = place.wants("touch second");
    const next = page.locator("article", { hasText: "touch second" });
    await next.getByRole("button", { name: "Allow once" }).click();
    await next.getByText("no passkey is registered").waitFor();
    await next.getByRole("button", { name: "Use the code of the terminal" }).click();
    await page.getByLabel("Code from your terminal").fill(await terminal.confirmCode());
    await page.getByRole("button", { name: "Confirm" }).click();
    expect(isDenied(await second)).toBe(false);
    expect(complaints.filter((one) => !one.includes("403"))).toEqual([]);
  });

  it("a wrong code adds nothing", async () => {
    const place = await AskPlace.open();
    const { page, terminal } = await questions(place);
    await addAuthenticator(page);
    await page.getByText(/^Passkeys \(/).click();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const code = await terminal.confirmCode();
    await page.getByLabel("Code from your terminal").fill(code === "aaaa" ? "bbbb" : "aaaa");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(/the code on the screen was not typed/).waitFor();
    expect(readPasskeys(place.data)).toEqual([]);
  });

  it("confirms a switch, too: the terminal runs it without a code", async () => {
    const place = await AskPlace.open();
    const { page, terminal } = await questions(place);
    await addAuthenticator(page);
    await registerPasskey(page, "my laptop", terminal);
    await place.launch("codex", "PreToolUse", place.payloadOf("ls"));
    await page.evaluate('location.hash = "#/hooks"');
    // A page that begins with another screen than Questions offers it, too.
    const loaded = page.waitForResponse((response) => response.url().endsWith("/v1/page/passkeys"));
    await page.reload();
    await (await loaded).finished();
    await page.getByRole("button", { name: "Disable sure" }).click();
    await page.getByText("sure is now disabled.").waitFor();
    expect(terminal.shown()).toContain('Confirmed on the page with the passkey "my laptop": disable sure.');
    expect(JSON.parse(place.read(join(place.user, "overrides.json")))).toMatchObject({ enabled: { sure: false } });
  });

  it("T6 an agent with a browser and an authenticator of its own approves nothing", async () => {
    const place = await AskPlace.open(ONLY);
    const person = await questions(place);
    await addAuthenticator(person.page);
    await registerPasskey(person.page, "my laptop", person.terminal);
    const asked = place.wants("touch agents");
    // It reads our files, so it can sign that a person opened the page.
    const { page } = await place.openPage(await place.launchPage("answer"));
    await page.getByText("Live").waitFor();
    await useOwnPasskey(page);
    const card = page.locator("article", { hasText: "touch agents" });
    await card.getByRole("button", { name: "Allow once" }).click();
    await card.getByText("this passkey is not registered").waitFor();
    expect((await place.asks())[0]).toMatchObject({ state: "open" });
    // The same click of the person is enough.
    const own = person.page.locator("article", { hasText: "touch agents" });
    await own.getByRole("button", { name: "Allow once" }).click();
    expect(isDenied(await asked)).toBe(false);
  });
});

inBrowser("HL-09 only a passkey approves", () => {
  it("T6 neither the control token with a signed proof, nor a typed code, nor the page's code [passkey only]", async () => {
    const place = await AskPlace.open(ONLY);
    const { page, terminal } = await questions(place);
    await addAuthenticator(page);
    await registerPasskey(page, "my laptop", terminal);
    const asked = place.wants("touch x");
    const card = page.locator("article", { hasText: "touch x" });
    await card.getByRole("button", { name: "Allow once" }).waitFor();
    const [ask] = await place.asks();
    expect(await place.answerAsk(ask!, "allow")).toMatchObject({
      kind: "refused",
      status: 403,
      code: "PASSKEY_REQUIRED",
    });
    const typed = await onTerminal(place, ["approve", ask!.id], { text: "PASSKEY_REQUIRED" });
    expect(typed.stdout).not.toMatch(/Type \w{4} to/);
    const body = { kind: "approve", ask: ask!.id, hash: ask!.hash };
    const byCode = await page.evaluate<{ message?: string }>(`(async () => {
      const { token } = JSON.parse(sessionStorage.getItem("snaphook-session"));
      const headers = { authorization: "Bearer " + token, "content-type": "application/json" };
      const body = ${JSON.stringify(JSON.stringify(body))};
      return (await fetch("/v1/page/confirmations", { method: "POST", headers, body })).json();
    })()`);
    expect(byCode).toMatchObject({ state: "over", done: false });
    expect((await place.asks())[0]).toMatchObject({ state: "open" });
    await card.getByRole("button", { name: "Allow once" }).click();
    expect(isDenied(await asked)).toBe(false);
    const second = place.wants("touch y");
    const other = page.locator("article", { hasText: "touch y" });
    await other.getByRole("button", { name: "Deny" }).click();
    expect(isDenied(await second), "denying needs no proof").toBe(true);
  });

  it("removing the setting changes nothing until a person confirms it in a terminal [passkey kept]", async () => {
    const place = await AskPlace.open(ONLY);
    const restart = async () => {
      await stopDaemon(findPlaces(place.env));
      await place.up();
      await place.attend();
    };
    const allowWith = async () => (await place.status()).allowWith;
    expect(await allowWith()).toBe("passkey");
    place.writeUser("daemon.json", { approvals: { desktop: false } });
    rmSync(join(place.state, "passkey-only.json"));
    await restart();
    expect(await allowWith()).toBe("passkey");
    expect((await place.run(["passkeys", "--json"])).stdout).toContain("PASSKEY_STILL_REQUIRED");
    expect((await place.run(["passkeys", "allow-code"])).stderr).toContain("HUMAN_ONLY_TERMINAL");
    expect((await onTerminal(place, ["passkeys", "allow-code"], { type: "nope" })).stdout).toContain("HUMAN_ONLY_CODE");
    await restart();
    expect(await allowWith()).toBe("passkey");
    expect((await onTerminal(place, ["passkeys", "allow-code"])).stdout).toContain("Typed codes approve again");
    await restart();
    expect(await allowWith()).toBe("code");
    const asked = place.wants("touch z");
    await expect.poll(async () => (await place.asks()).length).toBe(1);
    const [ask] = await place.asks();
    expect((await onTerminal(place, ["approve", ask!.id])).stdout).toContain("Approved");
    expect(isDenied(await asked)).toBe(false);
  });
});
