import { expect, it } from "vitest";
import { AskPlace, isDenied, questions } from "../support/ask-place.js";
import { inBrowser } from "../support/browser.js";
import { bash } from "../support/program.js";

inBrowser("HL-09 questions on the local page", () => {
  it("approves with the code of the terminal that opened the page, and denies with a click", async () => {
    const place = await AskPlace.open();
    const { page, terminal, complaints } = await questions(place);
    const first = place.wants("touch approved");
    await page.getByText("touch approved").waitFor();
    await page.getByText("is it meant?").waitFor();
    await page.getByRole("button", { name: "Allow once" }).click();
    const code = await terminal.confirmCode();
    expect(terminal.shown()).toContain("touch approved");
    await page.getByLabel("Code from your terminal").fill(code);
    await page.getByRole("button", { name: "Confirm" }).click();
    expect(isDenied(await first)).toBe(false);
    await page.getByText(/Approved by \w+ \(terminal, .*local page, typed code\)/).waitFor();
    const second = place.wants("touch denied");
    const card = page.locator("article", { hasText: "touch denied" });
    await card.getByRole("button", { name: "Deny" }).click();
    expect(isDenied(await second)).toBe(true);
    await card.getByText(/Denied by \w+ \(page, .*click\)/).waitFor();
    expect(complaints).toEqual([]);
  });

  it("the key for Deny denies the card that has the focus, and none without it", async () => {
    const place = await AskPlace.open();
    const { page } = await questions(place);
    const first = place.wants("touch first");
    await page.getByText("touch first").waitFor();
    const second = place.wants("touch second");
    await page.getByText("touch second").waitFor();
    await page.keyboard.press("d");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    const focused = page.locator("article:focus");
    await focused.getByText("touch first").waitFor();
    await page.keyboard.press("d");
    expect(isDenied(await first)).toBe(true);
    const other = page.locator("article", { hasText: "touch second" });
    await other.getByRole("button", { name: "Deny" }).click();
    expect(isDenied(await second)).toBe(true);
  });

  it("a wrong code approves nothing; the next try shows another code", async () => {
    const place = await AskPlace.open();
    const { page, terminal } = await questions(place);
    const asked = place.wants("touch x");
    await page.getByRole("button", { name: "Allow once" }).click();
    const code = await terminal.confirmCode();
    await page.getByLabel("Code from your terminal").fill(code === "aaaa" ? "bbbb" : "aaaa");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(/the code on the screen was not typed/).waitFor();
    expect((await place.asks())[0]).toMatchObject({ state: "open" });
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Allow once" }).click();
    await page.getByLabel("Code from your terminal").fill(await terminal.confirmCode());
    await page.getByRole("button", { name: "Confirm" }).click();
    expect(isDenied(await asked)).toBe(false);
  });

  it("says who answered elsewhere, and that a second answer came too late", async () => {
    const place = await AskPlace.open();
    const { page, terminal } = await questions(place);
    const asked = place.wants("touch twice");
    await page.getByRole("button", { name: "Allow once" }).click();
    const code = await terminal.confirmCode();
    const [open] = await place.asks();
    await place.answerAsk(open!, "deny");
    expect(isDenied(await asked)).toBe(true);
    const card = page.locator("article.ended", { hasText: "touch twice" });
    await card.getByText(/Denied by \w+ \(terminal/).waitFor();
    expect(await page.getByLabel("Code from your terminal").count()).toBe(0);
    expect(code).toHaveLength(4);
  });

  it("two people: the first answer stands, and the other one is told whose it was", async () => {
    const place = await AskPlace.open();
    const one = await questions(place);
    const asked = place.wants("touch both");
    await one.page.getByText("touch both").waitFor();
    const other = (await place.openPage()).page;
    await other.keyboard.press("2");
    await other.locator("article.open", { hasText: "touch both" }).waitFor();
    const [open] = await place.asks();
    // Both before either has seen the answer.
    const late = one.page.evaluate<{ outcome?: string }[]>(`(async () => {
      const { token } = JSON.parse(sessionStorage.getItem("snaphook-session"));
      const headers = { authorization: "Bearer " + token, "content-type": "application/json" };
      const body = JSON.stringify({ hash: ${JSON.stringify(open!.hash)}, verdict: "deny" });
      const deny = () => fetch("/v1/asks/${open!.id}", { method: "POST", headers, body }).then((reply) => reply.json());
      return Promise.all([deny(), deny()]);
    })()`);
    const answers = await late;
    expect(isDenied(await asked)).toBe(true);
    expect(answers.filter((answer) => answer.outcome === "answered")).toHaveLength(1);
    expect(JSON.stringify(answers)).toMatch(/it was denied by .* \(page\) before/);
    for (const page of [one.page, other])
      await page
        .locator("article.ended", { hasText: "touch both" })
        .getByText(/Denied by \w+ \(page, /)
        .waitFor();
  });

  it("answers an agent's questions: options, own text, and what was chosen reaches the asker", async () => {
    const place = await AskPlace.open();
    const { page, terminal } = await questions(place);
    const body = {
      questions: [
        { question: "Deploy where?", options: [{ label: "staging" }, { label: "production" }] },
        { question: "Why?", options: [] },
      ],
      cwd: place.project,
      level: "warning",
    };
    const made = await place.ask({ method: "POST", path: "/v1/asks", token: "hooks", body });
    const { id, secret } = (made as unknown as { body: { id: string; secret: string } }).body;
    const card = page.locator("article", { hasText: "Deploy where?" });
    await card.getByRole("heading", { name: /warning/ }).waitFor();
    await card.getByLabel("production").check();
    expect(await card.getByRole("button", { name: "Send answers" }).isDisabled()).toBe(true);
    await card.getByRole("textbox").nth(1).fill("the fix is urgent");
    await card.getByRole("button", { name: "Send answers" }).click();
    await page.getByLabel("Code from your terminal").fill(await terminal.confirmCode());
    await page.getByRole("button", { name: "Confirm" }).click();
    const answer = () => place.ask({ method: "POST", path: `/v1/asks/${id}/answer`, token: "hooks", body: { secret } });
    await expect
      .poll(answer)
      .toMatchObject({ body: { answers: { "Deploy where?": "production", "Why?": "the fix is urgent" } } });
  });

  it("a question whose agent has gone says that it expired, and cannot be approved under the finger", async () => {
    const place = await AskPlace.open({ late: "drop" });
    const { page } = await questions(place);
    const child = place.start("codex", "PreToolUse");
    const payload = { session_id: "s1", cwd: place.project, hook_event_name: "PreToolUse", ...bash("touch gone") };
    child.stdin!.end(JSON.stringify(payload));
    await page.getByRole("button", { name: "Allow once" }).waitFor();
    child.kill("SIGKILL");
    await page.locator("article.ended", { hasText: "touch gone" }).getByText("Expired without an answer.").waitFor();
    await expect.poll(async () => (await place.events()).length).toBe(1);
    const [{ id } = { id: "" }] = await place.events();
    await page.evaluate(`location.hash = "#/call/${id}"`);
    await page.getByText("nothing: the agent had gone").waitFor();
    await page.locator("h1 .mark", { hasText: "asked" }).waitFor();
    expect(await page.getByText("deny to the agent").count()).toBe(0);
  });

  it("a question whose time is over says so, also while its code is typed", async () => {
    const place = await AskPlace.open({ late: "drop", waitMinutes: 0.15 });
    const { page, terminal } = await questions(place);
    const asked = place.wants("touch late");
    const card = page.locator("article", { hasText: "touch late" });
    await card.getByRole("button", { name: "Allow once" }).click();
    await terminal.confirmCode();
    expect(await asked).toContain("No answer within");
    await card.getByText("Expired without an answer.").waitFor();
    expect(await card.getByRole("button").count()).toBe(0);
  });

  it("offers nothing but Deny if not all of a call is on its card [whole text]", async () => {
    const place = await AskPlace.open();
    const { page } = await questions(place);
    const asked = place.wants(`touch long # ${"x".repeat(200_001)}`);
    const card = page.locator("article", { hasText: "touch long" });
    await card.getByRole("button", { name: "Deny" }).waitFor();
    expect(await card.getByRole("button").allTextContents()).toEqual(["Deny"]);
    await card.getByText("Not all of this call is known here").waitFor();
    await card.getByRole("button", { name: "Deny" }).click();
    expect(isDenied(await asked)).toBe(true);
  });

  it("five wrong codes end confirming in that terminal, also for the next page [wrong codes]", async () => {
    const place = await AskPlace.open();
    const { page, terminal } = await questions(place);
    const asked = place.wants("touch x");
    const allow = () => page.getByRole("button", { name: "Allow once" }).click();
    for (let tries = 0; tries < 5; tries++) {
      await allow();
      const code = await terminal.confirmCode();
      await page.getByLabel("Code from your terminal").fill(code === "aaaa" ? "bbbb" : "aaaa");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("button", { name: "Try again" }).click();
    }
    const shown = terminal.shown();
    await allow();
    await page.getByRole("button", { name: /Try again|Confirm/ }).waitFor();
    expect((await page.getByRole("alert").allTextContents()).join()).toContain(
      "Too many wrong codes. Run this command again.",
    );
    expect(terminal.shown().slice(shown.length)).not.toContain("Type ");
    expect((await place.asks())[0]).toMatchObject({ state: "open" });
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Deny" }).click();
    expect(isDenied(await asked)).toBe(true);
  });

  it("shows the level of a question, takes several answers, and shows a plan as it was written", async () => {
    const place = await AskPlace.open();
    const { page, terminal } = await questions(place);
    const ask = async (body: object) => {
      const made = await place.ask({
        method: "POST",
        path: "/v1/asks",
        token: "hooks",
        body: { cwd: place.project, ...body },
      });
      return (made as unknown as { body: { id: string; secret: string } }).body;
    };
    const options = [{ label: "unit" }, { label: "browser" }, { label: "slow" }];
    const { id, secret } = await ask({
      questions: [{ question: "Which tests?", options, multiSelect: true }],
      level: "error",
    });
    const card = page.locator("article", { hasText: "Which tests?" });
    await card.getByRole("heading", { name: /error/ }).waitFor();
    expect(await card.locator(".mark.deny").textContent()).toBe("error");
    for (const label of ["unit", "browser", "slow"]) await card.getByLabel(label).check();
    await card.getByLabel("browser").uncheck();
    await card.getByRole("button", { name: "Send answers" }).click();
    await page.getByLabel("Code from your terminal").fill(await terminal.confirmCode());
    await page.getByRole("button", { name: "Confirm" }).click();
    const answer = () => place.ask({ method: "POST", path: `/v1/asks/${id}/answer`, token: "hooks", body: { secret } });
    await expect.poll(answer).toMatchObject({ body: { answers: { "Which tests?": "unit, slow" } } });
    const plan = await ask({ plan: "1. Read the sources\n2. Remove the cache\u202e\n" });
    const shown = page.locator("article", { hasText: "shows a plan" });
    await shown.getByText("2. Remove the cache⟦U+202E⟧").waitFor();
    expect(await shown.getByRole("button").allTextContents()).toEqual(["Deny", "Allow once"]);
    await shown.getByRole("button", { name: "Allow once" }).click();
    await page.getByLabel("Code from your terminal").fill(await terminal.confirmCode());
    await page.getByRole("button", { name: "Confirm" }).click();
    const path = `/v1/asks/${plan.id}/answer`;
    await expect
      .poll(() => place.ask({ method: "POST", path, token: "hooks", body: { secret: plan.secret } }))
      .toMatchObject({ body: { verdict: "allow" } });
  });

  it("without the terminal nothing can be approved, and the page says what to do", async () => {
    const place = await AskPlace.open();
    const { page } = await place.openPage();
    await page.keyboard.press("2");
    void place.wants("touch x");
    await page.getByRole("button", { name: "Allow once" }).click();
    await page.getByText(/No terminal can confirm it/).waitFor();
    expect((await place.asks())[0]).toMatchObject({ state: "open" });
  });

  it("a page that no person opened shows questions, and has no button", async () => {
    const place = await AskPlace.open();
    const closeView = await place.attend();
    const { page } = await place.openPage(await place.launchPage("view"));
    await page.keyboard.press("2");
    void place.wants("touch x");
    await page.getByText("This page can only show things.").waitFor();
    expect(await page.locator("article button").count()).toBe(0);
    closeView();
  });
});
