import { expect, it } from "vitest";
import { inBrowser } from "../support/browser.js";
import { onTerminal } from "../support/on-terminal.js";
import { PagePlace, ran } from "../support/page-place.js";
import { STORY_HOOKS, tellStory } from "../support/page-story.js";
import { bash } from "../support/program.js";

async function told(): Promise<PagePlace> {
  const place = new PagePlace();
  place.writeUser("hooks.json", {
    hooks: {
      ...STORY_HOOKS,
      PostToolUse: [{ id: "broken", matcher: "Read", command: "exit 7" }],
    },
  });
  await place.wire();
  await place.up();
  await tellStory(place);
  return place;
}

inBrowser("DA-09 screens of the local page", () => {
  it("a call shows what decided it: input, hooks in order with their reasons, effects, what was sent", async () => {
    const place = await told();
    const { page, complaints } = await place.openPage();
    await page.getByText("rm -rf ~/shop/../").first().click();
    const main = page.getByRole("main");
    await main.getByRole("heading", { name: /Bash denied/ }).waitFor();
    await main
      .getByText(/deletes your entire home directory/)
      .first()
      .waitFor();
    const row = main.getByRole("row", { name: /protect-commands/ });
    expect(await row.textContent()).toContain("deny");
    await main.getByText("destructive").waitFor();
    await main.getByText("The cart shows a wrong total").waitFor();
    const [, id] = /snaphook except (\w+) --for 7d/.exec((await main.textContent()) ?? "") ?? [];
    expect((await place.run(["why", id!])).stdout).toContain("rm -rf ~/shop/../");
    await main.getByRole("link", { name: "shop-1" }).click();
    await main.getByRole("heading", { name: /The cart shows a wrong total/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("a call for which hooks were paused says so", async () => {
    const place = new PagePlace();
    await place.wire();
    await place.up();
    expect(await onTerminal(place, ["off", "--for", "10m"])).toMatchObject({ code: 0 });
    await place.launch("claude-code", "PreToolUse", { session_id: "s1", cwd: place.project, ...bash("ls paused") });
    const { page } = await place.openPage();
    await page.getByText("ls paused").first().click();
    await page.getByText("No hook ran: hooks were paused.").waitFor();
  });

  it("a session is a timeline of prompts, calls and decisions", async () => {
    const place = await told();
    const { page } = await place.openPage();
    await page.keyboard.press("3");
    // Neither has ended.
    await page.getByRole("link", { name: /Upgrade the HTTP client.*codex/ }).waitFor();
    await page.getByRole("link", { name: /The cart shows a wrong total.*claude-code/ }).click();
    const timeline = page.getByRole("list", { name: /Timeline/ }).getByRole("listitem");
    await timeline.filter({ hasText: "git push --force origin main" }).waitFor();
    const rows = await timeline.allTextContents();
    const at = (text: string) => rows.findIndex((row) => row.includes(text));
    expect(rows[0]).toContain("Prompt");
    expect(at("src/cart/total.ts")).toBeGreaterThan(0);
    expect(rows[at("rm -rf ~/shop/../")]).toContain("denied");
    expect(at("git diff --stat")).toBeLessThan(at("rm -rf ~/shop/../"));
    // The bar of the last one, which was denied, is in sight, too.
    const outside = await page.evaluate<number>(`
      [...document.querySelectorAll(".bars i")].filter(
        (bar) => bar.getBoundingClientRect().right > bar.parentElement.getBoundingClientRect().right + 2,
      ).length
    `);
    expect(outside).toBe(0);
  });

  it("the list can be filtered, paused and used with the keyboard alone", async () => {
    const place = await told();
    const { page } = await place.openPage();
    await page.getByText("npx vitest run test/cart/total.test.ts").waitFor();
    expect(await page.getByText("×3").count()).toBe(1);
    await page.keyboard.press("s");
    await expect.poll(() => page.locator("[data-row]").count()).toBeLessThan(8);
    expect(await page.getByText("git diff --stat").count()).toBe(0);
    await page.keyboard.press("s");
    await page.keyboard.press("/");
    await page.keyboard.type("credentials");
    await expect.poll(() => page.locator("[data-row]").count()).toBe(1);
    await page.getByRole("searchbox").fill("");
    await page.getByRole("searchbox").blur();
    await page.keyboard.press("p");
    await place.post(ran("while paused"));
    await page.getByRole("button", { name: "Resume (1 new)" }).waitFor();
    expect(await page.getByText("while paused").count()).toBe(0);
    await page.keyboard.press("p");
    await page.getByText("while paused").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /Bash/ }).waitFor();
    await page.getByRole("main").getByText("while paused").first().waitFor();
  });

  it("an unknown call and an unknown session say so", async () => {
    const place = await PagePlace.open();
    const { page } = await place.openPage();
    await page.evaluate('location.hash = "#/call/none"');
    await page.getByText("Unknown event").waitFor();
    await page.evaluate('location.hash = "#/session/none"');
    await page.getByText("Unknown session").waitFor();
  });
});
