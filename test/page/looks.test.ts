import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inBrowser, type Page } from "../support/browser.js";
import { PagePlace } from "../support/page-place.js";
import { STORY_HOOKS, tellFacts, tellStory } from "../support/page-story.js";
import { bash } from "../support/program.js";

/** Where screenshots are written: `npm run screenshots`. Two of them are in docs/images. */
const SHOTS = process.env["SNAPHOOK_SHOTS"];
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

/** Which screen it is and whether it is live are always to be seen. */
const NOT_IN_SIGHT = `["nav [aria-current]", ".connection .dot"].filter((one) => {
  const { left, right } = document.querySelector(one).getBoundingClientRect();
  return left < 0 || right > innerWidth;
})`;

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds serious or critical. */
async function serious(page: Page): Promise<string[]> {
  const violations = await page.evaluate<Violation[]>(`${AXE};axe.run().then(({ violations }) => violations)`);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

inBrowser("the looks of the local page", () => {
  it("are accessible, and fit 1280 and 390 pixels in light and dark", async () => {
    const place = new PagePlace();
    place.writeUser("memory.json", { enabled: true });
    place.writeUser("daemon.json", { approvals: { desktop: false } });
    place.writeUser("hooks.json", { hooks: STORY_HOOKS });
    await place.wire();
    await place.up();
    await tellStory(place);
    await tellFacts(place);
    await place.browser({ viewport: SIZES[0], bypassCSP: true }); // axe is a script of ours
    const { page } = await place.openPage();
    await page.getByText("git push --force origin main").first().waitFor();
    const waiting = place.launch("codex", "PreToolUse", {
      session_id: "api-7",
      cwd: place.project,
      hook_event_name: "PreToolUse",
      ...bash("git push origin HEAD --tags --no-verify"),
    });
    const denied = (await place.events()).find(({ verdict }) => verdict === "deny");
    const screens: Readonly<Record<string, string>> = {
      now: "#/now",
      questions: "#/questions",
      sessions: "#/sessions",
      hooks: "#/hooks",
      search: "#/search",
      health: "#/health",
      governance: "#/governance",
      memory: "#/memory",
      "one-memory": `#/memories/${(await memories(place))[0]}`,
      logs: "#/logs",
      figures: "#/figures",
      session: "#/session/shop-1",
      call: `#/call/${denied?.id}`,
    };
    await page.locator(".pinned").waitFor();
    const problems: string[] = [];
    for (const { width, height } of SIZES) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const [name, hash] of Object.entries(screens)) {
          await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
          await page.locator("h1").waitFor();
          const loading = page.locator("main [role=status]:has-text('Loading')");
          await expect.poll(() => loading.count()).toBe(0);
          problems.push(...(await serious(page)).map((problem) => `${name} ${width} ${colorScheme}: ${problem}`));
          const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
          if (wide > 0) problems.push(`${name} ${width}: ${wide} pixels too wide`);
          const hidden = await page.evaluate<string[]>(NOT_IN_SIGHT);
          problems.push(...hidden.map((one) => `${name} ${width}: ${one} is not in sight`));
          if (SHOTS !== undefined) {
            mkdirSync(SHOTS, { recursive: true });
            await page.screenshot({ path: join(SHOTS, `page-${name}-${width}-${colorScheme}.png`) });
          }
        }
      }
    }
    expect(problems).toEqual([]);
    const [ask] = await place.asks();
    await place.answerAsk(ask!, "deny");
    await waiting;
  });
});

async function memories(place: PagePlace): Promise<string[]> {
  const { stdout } = await place.run(["memory", "list", "--json"]);
  return (JSON.parse(stdout) as { id: string; trust: string }[])
    .filter(({ trust }) => trust === "external")
    .map(({ id }) => id);
}
