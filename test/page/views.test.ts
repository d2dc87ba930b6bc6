import { expect, it } from "vitest";
import { inBrowser } from "../support/browser.js";
import { onTerminal } from "../support/on-terminal.js";
import { PagePlace, ran } from "../support/page-place.js";
import { bash } from "../support/program.js";

const RULES = [
  { id: "no-prod", tool: "Bash", pattern: "--context[ =]prod", action: "deny", message: "Not in production." },
  { id: "careful", tool: "Bash", pattern: "npm publish", action: "warn", message: "Think first." },
  { id: "make", tool: "Bash", pattern: "make all", action: "allow" },
];

async function governed(): Promise<PagePlace> {
  const place = new PagePlace();
  place.writeUser("hooks.json", {
    hooks: { PreToolUse: [{ id: "rules", builtin: "governance", options: { mode: "enforce", rules: RULES } }] },
  });
  await place.wire();
  await place.up();
  return place;
}

const call = (place: PagePlace, command: string, agent = "claude-code") =>
  place.launch(agent, "PreToolUse", {
    session_id: "s1",
    cwd: place.project,
    hook_event_name: "PreToolUse",
    ...bash(command),
  });

inBrowser("OB-08 governance results on the local page", () => {
  it("are listed call by call as they are made, and filtered by result, rule, agent, tool and time", async () => {
    const place = await governed();
    await call(place, "kubectl --context=prod get pods");
    const { page, complaints } = await place.openPage();
    await page.getByText("Live").waitFor();
    await page.keyboard.press("7");
    const rows = page.getByRole("list", { name: "Governance results" }).getByRole("listitem");
    await page.getByText("Not in production.").waitFor();
    // Their results are stored after their answers.
    await call(place, "make all");
    await call(place, "npm publish", "codex");
    await expect.poll(() => rows.count()).toBe(3);
    expect((await rows.allTextContents()).map((row) => /deny|warn|allow/.exec(row)?.[0])).toEqual([
      "warn",
      "allow",
      "deny",
    ]);
    const only = async (label: string, value: string, expected: RegExp, count = 1) => {
      await page.getByLabel(label, { exact: true }).selectOption(value);
      await expect.poll(() => rows.count()).toBe(count);
      expect((await rows.allTextContents()).join("\n")).toMatch(expected);
    };
    await only("Result", "deny", /no-prod/);
    await only("Result", "", /no-prod/, 3);
    await only("Rule", "make", /make all/);
    await only("Rule", "", /make/, 3);
    await only("Agent", "codex", /npm publish/);
    await only("Agent", "", /codex/, 3);
    await only("Tool", "Bash", /Bash/, 3);
    await only("Tool", "", /Bash/, 3);
    await only("Time", "1", /Bash/, 3);
    const old = { rule: "make", action: "allow", tool_name: "Write", reason: "from long ago" };
    const at = Date.now() - 20 * 24 * 3_600_000;
    await place.post({ agent: "codex", event: "governance:evaluated", at, payload: old });
    await only("Time", "720", /from long ago/, 4);
    await only("Tool", "Write", /from long ago/);
    await page.getByLabel("Time", { exact: true }).selectOption("24");
    await page.getByText("No result matches the filter in this time.").waitFor();
    expect(complaints).toEqual([]);
  });
});

inBrowser("DA-09 memory on the local page", () => {
  it("is listed, asked and shown with its trust and why it was withheld; a person pins and forgets it with a code", async () => {
    const place = new PagePlace();
    place.writeUser("memory.json", { enabled: true, inject: { recallMs: 10_000 } });
    place.write(".git/HEAD", "ref: refs/heads/main\n");
    await place.wire();
    await place.up();
    const lines = [
      { type: "note", text: "Use <b onclick=alert(1)>pnpm</b> for \u202Einstalling packages", trust: "user" },
      { type: "gotcha", text: "The staging database needs the tunnel", trust: "user" },
    ];
    place.write("memories.jsonl", lines.map((line) => JSON.stringify({ version: 1, ...line })).join("\n"));
    expect(await place.run(["memory", "import", "memories.jsonl"])).toMatchObject({ code: 0 });
    await onTerminal(place, ["remember", "Tests need the redis container"], { text: "Remembered" });
    // Agents are not given what is not trusted.
    await place.launch("claude-code", "UserPromptSubmit", {
      session_id: "s1",
      cwd: place.project,
      hook_event_name: "UserPromptSubmit",
      prompt: "The staging database needs the tunnel",
    });
    const terminal = await place.pageTerminal();
    const { page, complaints } = await place.openFrom(terminal);
    await page.keyboard.press("8");
    const rows = page.getByRole("list", { name: "Memories" }).getByRole("listitem");
    await expect.poll(() => rows.count()).toBe(3);
    expect(await page.locator("main b").count()).toBe(0);
    await page.getByText("⟦U+202E⟧").waitFor();
    expect(await page.locator(".line.untrusted").count()).toBe(2);
    // What agents are given as the user's word is pinned with one code, too.
    await rows.getByText("Tests need the redis container").click();
    await page.getByRole("button", { name: "Pin" }).click();
    await page.getByLabel("Code from your terminal").fill(await terminal.confirmCode());
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(/^Pinned m_/).waitFor();
    await page.keyboard.press("8");
    await page.getByLabel("Status").selectOption("review");
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByLabel("Question").fill("does staging need a tunnel to the database");
    await page.keyboard.press("Enter");
    const hits = page.getByRole("list", { name: "Results" });
    await hits.getByText("The staging database needs the tunnel").first().waitFor();
    await hits.getByRole("link", { name: /memory · imported/ }).click();
    await page.getByText("This text was imported.").waitFor();
    await page.getByText("withheld: not trusted enough").waitFor();
    await page.getByRole("link", { name: "s1" }).waitFor();
    await page.getByRole("button", { name: "Forget" }).click();
    const code = await terminal.confirmCode();
    expect(terminal.shown()).toContain("The staging database needs the tunnel");
    await page.getByLabel("Code from your terminal").fill(code);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Deleted.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Forget" }).count()).toBe(0);
    const left = JSON.parse((await place.run(["memory", "list", "--json"])).stdout) as { text: string }[];
    expect(left.map(({ text }) => text).join()).not.toContain("tunnel");
    expect(complaints).toEqual([]);
  });
});

inBrowser("DA-09 logs on the local page", () => {
  it("shows the ends of both logs as they grow, by level and by text", async () => {
    const place = new PagePlace();
    place.writeUser("hooks.json", {
      hooks: {
        PreToolUse: [
          { id: "broken", matcher: "Bash(cat*)", command: "echo '<img src=x onerror=alert(1)>' >&2; exit 7" },
          { id: "fine", matcher: "Bash", command: "true" },
        ],
      },
    });
    await place.wire();
    await place.up();
    await call(place, "make all");
    const { page, complaints } = await place.openPage();
    await page.keyboard.press("9");
    const rows = page.getByRole("list", { name: "Lines of the log" }).getByRole("listitem");
    await expect.poll(() => rows.count()).toBe(1);
    await call(place, "cat notes");
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByLabel("Level").selectOption("error");
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByText(/broken failed/).waitFor();
    await page.getByText("<img src=x").waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    await page.getByLabel("Level").selectOption("");
    await page.getByRole("searchbox").fill("FINE none");
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole("searchbox").fill("nothing has this");
    await page.getByText("No line matches the filter.").waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByLabel("Log", { exact: true }).selectOption("daemon");
    await page.getByText(/started, version/).waitFor();
    await place.post(ran("echo one"));
    expect(complaints).toEqual([]);
  });
});

inBrowser("DA-09 figures on the local page", () => {
  it("are drawn and in tables, for 7 and 30 days, in both themes", async () => {
    const place = await PagePlace.open();
    const at = Date.now() - 10 * 24 * 3_600_000;
    await place.post(ran("one"), ran("two", { agent: "codex" }), ran("old", { at, agent: "kilo" }));
    const { page, complaints } = await place.openPage();
    await page.keyboard.press("0");
    await page.getByText("2 events, 0 denied, 0 asked.").waitFor();
    const charts = page.getByRole("img");
    await expect.poll(() => charts.locator("canvas").count()).toBe(2);
    const drawn = () =>
      page.evaluate<boolean>(`(() => {
        const { width, height } = document.querySelector("canvas");
        const { data } = document.querySelector("canvas").getContext("2d").getImageData(0, 0, width, height);
        return data.some((value) => value > 0);
      })()`);
    await expect.poll(drawn).toBe(true);
    const tools = page.getByRole("region").or(page.locator("section")).filter({ hasText: "By agent and tool" }).last();
    expect(await tools.getByRole("row").allTextContents()).toHaveLength(3);
    await page.getByText("As a table").first().click();
    await page.getByLabel("Time", { exact: true }).selectOption("30");
    await page.getByText("3 events, 0 denied, 0 asked.").waitFor();
    await page.getByText("kilo").first().waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(drawn).toBe(true);
    expect(complaints).toEqual([]);
  });
});
