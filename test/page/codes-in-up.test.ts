import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findDaemon } from "../../src/client/daemon-control.js";
import { AskPlace, isDenied } from "../support/ask-place.js";
import { inBrowser, type Page } from "../support/browser.js";
import { onTerminal } from "../support/on-terminal.js";

/** `snaphook up` in a person's terminal. Returns what it has shown. */
function upOnTerminal(place: AskPlace): () => string {
  const file = join(place.root, "up");
  writeFileSync(file, "");
  void onTerminal(place, ["up"], { text: "re:(never)", copy: file });
  return () => (existsSync(file) ? readFileSync(file, "utf8") : "");
}

async function allow(place: AskPlace, page: Page, shown: () => string, command: string): Promise<string> {
  const asked = place.wants(command);
  const card = page.locator("article", { hasText: command });
  const from = shown().length;
  await card.getByRole("button", { name: "Allow once" }).click();
  await page.getByText("The terminal that runs `snaphook up` shows four letters.").waitFor();
  const code = () => /Type ([a-z2-9]{4}) in the page to approve it once/.exec(shown().slice(from))?.[1];
  await expect.poll(code).toBeDefined();
  await page.getByLabel("Code from your terminal").fill(code()!);
  await page.getByRole("button", { name: "Confirm" }).click();
  return asked;
}

inBrowser("HL-09 codes in `snaphook up`", () => {
  it("confirms for a page whose terminal has ended, beside a daemon that runs, and beside the one after it", async () => {
    const place = await AskPlace.open();
    const shown = upOnTerminal(place);
    await expect.poll(shown).toContain("The daemon is already running");
    await expect.poll(shown).toMatch(/shows\s+the\s+same\s+in\s+your\s+browser/);
    await expect.poll(async () => (await place.status()).attended).toBe(true);
    const { page } = await place.openPage();
    await page.keyboard.press("2");
    expect(isDenied(await allow(place, page, shown, "touch one"))).toBe(false);
    await page.getByText(/Approved by \w+ \(terminal, .*local page, typed code\)/).waitFor();
    expect(shown()).toContain("touch one");
    onTestFinished(async () => void (await place.run(["down"])));
    await place.run(["restart"]);
    await expect.poll(shown).toContain("The daemon was restarted.");
    await expect.poll(async () => (await place.status()).attended).toBe(true);
    const { page: next } = await place.openPage();
    await next.keyboard.press("2");
    expect(isDenied(await allow(place, next, shown, "touch later"))).toBe(false);
  });

  it("also if it is the daemon", async () => {
    const place = await AskPlace.stopped();
    const shown = upOnTerminal(place);
    await expect.poll(async () => (await findDaemon(place)).state).toBe("running");
    await expect.poll(async () => (await place.status()).attended).toBe(true);
    const { page } = await place.openPage();
    await page.keyboard.press("2");
    expect(isDenied(await allow(place, page, shown, "touch two"))).toBe(false);
  });

  it("a view is a person's: without the signed proof no program becomes one [confirming view]", async () => {
    const place = await AskPlace.open();
    const forged = { kind: "terminal", by: { user: "ann", terminal: "x" }, at: Date.now(), signature: "0".repeat(64) };
    const got = await place.ask({ method: "POST", path: "/v1/page/views", body: { proof: forged } });
    expect(got).toMatchObject({ kind: "refused", status: 403, code: "PERSON_REQUIRED" });
  });
});
