import { expect, it } from "vitest";
import { inBrowser } from "../support/browser.js";
import { PagePlace, ran } from "../support/page-place.js";
import { bash, says } from "../support/program.js";

async function guarded(): Promise<PagePlace> {
  const place = new PagePlace();
  place.writeUser("hooks.json", {
    hooks: {
      PreToolUse: [
        { id: "no-make", guard: true, matcher: "Bash(make*)", command: says("deny", "not now") },
        { id: "broken", matcher: "Bash(cat*)", command: "exit 7" },
      ],
    },
  });
  await place.wire();
  await place.up();
  return place;
}

const call = (place: PagePlace, command: string) =>
  place
    .launch("claude-code", "PreToolUse", {
      session_id: "s1",
      cwd: place.project,
      hook_event_name: "PreToolUse",
      ...bash(command),
    })
    .then(({ stdout }) => stdout);

inBrowser("CF-28 hooks on the local page", () => {
  it("a hook that is disabled there judges no more call, and does again when it is enabled", async () => {
    const place = await guarded();
    expect(await call(place, "make all")).toContain("not now");
    const terminal = await place.pageTerminal();
    const { page, complaints } = await place.openFrom(terminal);
    await page.keyboard.press("4");
    const row = page.getByRole("row", { name: /no-make/ });
    await row.getByText("guards").waitFor();
    await row.getByRole("button", { name: "Disable no-make" }).click();
    const code = await terminal.confirmCode();
    expect(terminal.shown()).toMatch(/in the page to disable no-make/);
    expect(await call(place, "make all"), "not before the code was typed").toContain("not now");
    await row.getByLabel("Code from your terminal").fill(code);
    await row.getByRole("button", { name: "Confirm" }).click();
    await row.getByText("no-make is now disabled.").waitFor();
    expect(await call(place, "make all")).not.toContain("not now");
    await page.reload();
    await row.getByRole("button", { name: "Enable no-make" }).click();
    await row.getByText("no-make is now enabled.").waitFor();
    expect(await call(place, "make all")).toContain("not now");
    expect(complaints).toEqual([]);
  });

  it("observing takes the code, too; a wrong one changes nothing", async () => {
    const place = await guarded();
    await call(place, "make all");
    const terminal = await place.pageTerminal();
    const { page } = await place.openFrom(terminal);
    await page.keyboard.press("4");
    const row = page.getByRole("row", { name: /no-make/ });
    await row.getByRole("button", { name: "Observe with no-make" }).click();
    const code = await terminal.confirmCode();
    await row.getByLabel("Code from your terminal").fill(code === "aaaa" ? "bbbb" : "aaaa");
    await row.getByRole("button", { name: "Confirm" }).click();
    await row.getByText(/was not typed/).waitFor();
    expect(await call(place, "make all")).toContain("not now");
  });

  it("a hook that is set to observe there judges no more call, and does again when it is set to enforce", async () => {
    const place = await guarded();
    expect(await call(place, "make all")).toContain("not now");
    const terminal = await place.pageTerminal();
    const { page, complaints } = await place.openFrom(terminal);
    await page.keyboard.press("4");
    const row = page.getByRole("row", { name: /no-make/ });
    await row.getByRole("button", { name: "Observe with no-make" }).click();
    const code = await terminal.confirmCode();
    expect(terminal.shown()).toMatch(/in the page to .*no-make/);
    await row.getByLabel("Code from your terminal").fill(code);
    await row.getByRole("button", { name: "Confirm" }).click();
    await row.getByText("no-make is now observing.").waitFor();
    await row.getByText("observes").waitFor();
    expect(await call(place, "make all")).not.toContain("not now");
    const observed = { id: "no-make", outcome: "observed", would: { verdict: "deny" } };
    await expect
      .poll(async () => (await place.events()).flatMap(({ hooks }) => hooks))
      .toContainEqual(expect.objectContaining({ ...observed, would: expect.objectContaining(observed.would) }));
    await page.reload();
    await row.getByRole("button", { name: "Enforce no-make" }).click();
    await row.getByText("no-make is now enforcing.").waitFor();
    expect(await call(place, "make all")).toContain("not now");
    expect(complaints).toEqual([]);
  });

  it("a page that no person opened has no switch", async () => {
    const place = await guarded();
    await call(place, "make all");
    const { page } = await place.openPage(await place.launchPage("view"));
    await page.keyboard.press("4");
    await page
      .getByRole("row", { name: /no-make/ })
      .getByText("guards")
      .waitFor();
    expect(await page.locator("main button").count()).toBe(0);
  });
});

inBrowser("CF-28 trust review on the local page", () => {
  it("shows every covered file as a diff, and approves exactly what was shown", async () => {
    const place = new PagePlace();
    const script = (reason: string) => place.write("check.sh", `#!/bin/sh\n${says("deny", reason)}\n`);
    script("the project says no");
    place.write(".snaphook/hooks.json", {
      hooks: { PreToolUse: [{ id: "check", matcher: "Bash(make*)", command: "sh ./check.sh" }] },
    });
    await place.wire();
    await place.up();
    expect(await call(place, "make all")).not.toContain("the project says no");
    const terminal = await place.pageTerminal();
    const { page, complaints } = await place.openFrom(terminal);
    await page.keyboard.press("4");
    const review = page.getByRole("region", { name: "Waiting for approval" });
    await review.getByText("sh ./check.sh").first().waitFor();
    await review.getByText("the project says no").first().waitFor();
    script("something else"); // between the diff and the approval
    const approve = async () => {
      await review.getByRole("button", { name: "Approve these hooks" }).click();
      await review.getByLabel("Code from your terminal").fill(await terminal.confirmCode());
      await review.getByRole("button", { name: "Confirm" }).click();
    };
    await approve();
    await review.getByText(/the hash of what is here is/).waitFor();
    expect(await call(place, "make all")).not.toContain("something else");
    await page.reload();
    await review.getByText("something else").first().waitFor();
    await approve();
    await page.getByText(/Approved .*hooks.json/).waitFor();
    expect(await call(place, "make all")).toContain("something else");
    script("a third thing"); // a diff against what was approved
    await page.reload();
    await review.locator(".removed", { hasText: "something else" }).waitFor();
    await review.locator(".added", { hasText: "a third thing" }).waitFor();
    expect(complaints).toEqual([]);
  });
});

inBrowser("DA-09 search and health on the local page", () => {
  it("finds words in prompts and calls, and leads to the session", async () => {
    const place = await PagePlace.open();
    await place.post(
      {
        agent: "codex",
        event: "UserPromptSubmit",
        session: "s1",
        cwd: "/work/shop",
        payload: { prompt: "release the kraken at noon" },
      },
      ran("echo other", { session: "s2" }),
    );
    const { page, complaints } = await place.openPage();
    await page.keyboard.press("5");
    await page.getByRole("searchbox", { name: "Words" }).fill("kraken");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /release the kraken at noon/ }).click();
    await page.getByRole("heading", { name: /release the kraken/ }).waitFor();
    await page.keyboard.press("5");
    await page.getByRole("searchbox", { name: "Words" }).fill("nowhere");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing was found.").waitFor();
    expect(complaints).toEqual([]);
  });

  it("says what is off and until when, as it changes", async () => {
    const place = await guarded();
    await call(place, "make all");
    const { page } = await place.openPage();
    await page.keyboard.press("6");
    const off = page.getByRole("region", { name: "What is off" });
    await off.getByText("Nothing is off").waitFor();
    place.permitScripts("off", "disable", "observe");
    for (const args of [
      ["off", "--for", "2h", "--hook", "no-make"],
      ["disable", "no-make"],
      ["observe", "broken"],
      ["stop-all"],
    ])
      expect((await place.run(args)).code, args.join(" ")).toBe(0);
    await off.getByText(/^Paused until .*\d\d:\d\d.* by .+: hook no-make/).waitFor();
    await off.getByText("snaphook enable no-make").waitFor();
    await off.getByText("Hook broken only observes").waitFor();
    await off.getByText("Every tool call is denied").waitFor();
  });

  it("names hooks that fail, with the command that helps", async () => {
    const place = await guarded();
    await call(place, "cat notes");
    const { page } = await place.openPage();
    await page.keyboard.press("6");
    await page.getByText("Hook broken failed 1 of 1 times in 24 hours").waitFor();
    await page.getByText("snaphook test broken").waitFor();
    await page.getByText(`process ${(await place.status()).pid}`).waitFor();
  });
});
