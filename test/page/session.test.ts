import { expect, it } from "vitest";
import { inBrowser } from "../support/browser.js";
import { PagePlace } from "../support/page-place.js";

const BEGIN = Date.now() - 3_600_000;

const event = (event: string, at: number, payload: object) => ({
  agent: "claude-code",
  event,
  session: "s1",
  cwd: "/work/shop",
  at: BEGIN + at,
  payload: payload as Record<string, string>,
});
const tool = (id: string, command: string, more: object = {}) => ({
  tool_name: "Bash",
  tool_input: { command },
  tool_use_id: id,
  ...more,
});

inBrowser("DA-09 a session on the local page", () => {
  it("has lanes for subagents, bars for the tool's time and ours, and a red hole for a call that no hook judged", async () => {
    const place = await PagePlace.open();
    const inner = { agent_id: "a1" };
    await place.post(
      event("UserPromptSubmit", 0, { prompt: "look around" }),
      event("PreToolUse", 1_000, tool("t1", "npm test")),
      event("PostToolUse", 5_000, tool("t1", "npm test")),
      event("SubagentStart", 6_000, { ...inner, agent_type: "Explore" }),
      event("PreToolUse", 7_000, tool("t2", "ls src", inner)),
      event("PostToolUse", 8_000, tool("t2", "ls src", inner)),
      event("PostToolUse", 9_000, tool("t3", "rm -rf unseen", { duration_ms: 500 })),
      event("Stop", 20_000, {}),
    );
    const { page, complaints } = await place.openPage();
    await page.evaluate('location.hash = "#/session/s1"');
    const row = (text: string) =>
      page
        .getByRole("list", { name: /Timeline/ })
        .getByRole("listitem")
        .filter({ hasText: text });
    await row("ls src").waitFor();
    expect(await row("ls src").textContent()).toContain("Explore 1");
    expect(await row("npm test").textContent()).toMatch(/4\.0 s$/);
    expect(await row("npm test").locator(".lane").count()).toBe(0);
    expect(await row("rm -rf unseen").textContent()).toContain("unguarded");
    expect(await row("rm -rf unseen").locator("i.hole").count()).toBe(1);
    expect(await page.locator("i.hole").count()).toBe(1);
    await page.getByText("1 unguarded").waitFor();
    const left = (text: string) =>
      row(text)
        .locator("i")
        .first()
        .evaluate((bar) => Number.parseFloat((bar as unknown as { style: { left: string } }).style.left));
    expect(await left("ls src")).toBeCloseTo(35, 0);
    expect(complaints).toEqual([]);
  });

  it("with 10,000 calls has few rows in the document, and its last one is there when it is scrolled to", async () => {
    const place = await PagePlace.open();
    await place.post(event("UserPromptSubmit", 0, { prompt: "much" }));
    const half = Array.from({ length: 5_000 }, (_, n) => [
      event("PreToolUse", 10 + n * 100, tool(`t${n}`, `step ${n}`)),
      event("PostToolUse", 50 + n * 100, tool(`t${n}`, `step ${n}`)),
    ]).flat();
    await place.post(...half);
    const ends = Array.from({ length: 5_000 }, (_, n) =>
      event("PostToolUse", 600_000 + n * 100, tool(`u${n}`, `more ${n}`)),
    );
    await place.post(...ends);
    const { page, complaints } = await place.openPage();
    await page.evaluate('location.hash = "#/session/s1"');
    await page.getByText("step 3", { exact: true }).waitFor();
    const items = page.getByRole("list", { name: /Timeline/ }).getByRole("listitem");
    expect(await items.first().getAttribute("aria-setsize")).toBe("10001");
    expect(await items.count()).toBeLessThan(80);
    await page.evaluate('document.querySelector(".rows").scrollTop = 1e9');
    await page.getByText("more 4999", { exact: true }).waitFor();
    expect(await items.count()).toBeLessThan(80);
    await page.getByText("5,000 unguarded").waitFor();
    expect(complaints).toEqual([]);
  });
});
