/** Released Claude Code, and a person who answers in Slack: no view is open. Slack is the fake one, on loopback. */
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeSlack } from "../support/fake-slack.js";
import { onTerminal } from "../support/on-terminal.js";
import type { DaemonPlace } from "../support/running-daemon.js";
import { configureSlack } from "../support/slack-place.js";
import { claudeCode } from "./claude-code.js";
import { asksFirst, changePlan, leaveMark, planning, planSteps, play, withHost } from "./play-approval.js";

const DONE = { text: "done" };
const POLL = { timeout: 30_000, interval: 50 };

/** Claude Code is started once a person has let Slack approve calls, and Slack is connected. */
async function withSlack() {
  const slack = await FakeSlack.start();
  onTestFinished(() => slack.stop());
  const newest = () => [...slack.messages.keys()].at(-1)!;
  return {
    slack,
    newest,
    card: (ts = newest()) => JSON.stringify(slack.messages.get(ts)),
    setUp: (place: DaemonPlace) => configureSlack(place, slack),
    async reach(place: DaemonPlace) {
      expect(await onTerminal(place, ["channels", "confirm"])).toMatchObject({ code: 0 });
      await expect.poll(() => slack.sockets, POLL).toBe(2);
    },
    /** The card of this question. */
    async shown(id: string) {
      await expect.poll(() => slack.messages.size > 0 && JSON.stringify(slack.buttons(newest())), POLL).toContain(id);
      return newest();
    },
  };
}

describe("Claude Code without a person, and Slack", () => {
  it("held and approved by a click: the tool runs once, and the card says by whom", async () => {
    const { slack, shown, card, ...more } = await withSlack();
    const { mark, asks, printed } = await play(claudeCode, {
      steps: [leaveMark(claudeCode), DONE],
      user: asksFirst,
      ...more,
      onAsk: async ({ id }) => slack.click(await shown(id), "approve"),
    });
    expect(mark, printed).toBe("ran\n");
    expect(asks).toMatchObject([{ state: "used", verdict: "allow", by: { channel: "slack", method: "button" } }]);
    await expect.poll(() => card(), POLL).toContain("Approved by ann (U0000ANN)");
    expect(slack.messages.size).toBe(1);
  });

  it("an answer in the form reaches the model word for word", async () => {
    const { slack, shown, ...more } = await withSlack();
    const text = 'Neither: "the *old* one", <@U0000ANN> & 100 % ünïcödé 🚢';
    const questions = [
      { question: "Which quay?", header: "Quay", multiSelect: false, options: [{ label: "A" }, { label: "B" }] },
      { question: "Which ships?", header: "Ships", multiSelect: true, options: [{ label: "Ada" }, { label: "Bea" }] },
    ].map((one) => ({ ...one, options: one.options.map((option) => ({ ...option, description: "x" })) }));
    const { told, asks, printed } = await play(claudeCode, {
      steps: [{ tool: "AskUserQuestion", input: { questions } }, DONE],
      start: withHost,
      ...more,
      async onAsk({ id }) {
        await slack.click(await shown(id), "answer");
        await expect.poll(() => slack.callsOf("views.open").length, POLL).toBe(1);
        const both = [{ value: "0" }, { value: "1" }];
        await slack.submit({ "text-0": { text: { value: text } }, "choice-1": { choice: { selected_options: both } } });
      },
    });
    expect(asks, printed).toMatchObject([
      { kind: "question", state: "used", by: { channel: "slack", method: "form" } },
    ]);
    const results = told.split("\n").flatMap((body) => (body === "" ? [] : toolResults(JSON.parse(body))));
    expect(results.join("\n"), printed).toContain(text);
    expect(results.join("\n")).toContain("Ada, Bea");
  });

  it("a plan that changed after it was shown is refused; the card then shows the new text", async () => {
    const { slack, shown, card, ...more } = await withSlack();
    const told: string[] = [];
    const { asks, printed } = await play(claudeCode, {
      steps: [...planSteps("# Build the quay"), DONE],
      user: { version: 1, hooks: [{ builtin: "exit-plan-mode" }] },
      start: planning,
      ...more,
      async onAsk(ask, place) {
        const ts = await shown(ask.id);
        if (ask.kind !== "plan") return slack.click(ts, "approve");
        told.push(card(ts));
        changePlan(place, "# Build the quay, twice as long");
        await slack.click(ts, "approve");
        await expect.poll(() => slack.callsOf("chat.postEphemeral").length, POLL).toBe(1);
        told.push(slack.callsOf("chat.postEphemeral")[0]!["text"]);
        await expect.poll(() => card(ts), POLL).toContain("twice as long");
        expect(await place.asks()).toMatchObject([{ id: ask.id, state: "open" }]);
        return slack.click(ts, "deny");
      },
    });
    expect(told, printed).toEqual([
      expect.stringContaining("# Build the quay"),
      "What is asked has changed. Read the new text before you answer.",
    ]);
    expect(asks.filter(({ kind }) => kind === "plan")).toMatchObject([{ verdict: "deny", state: "used" }]);
  });
});

/** Texts of the results of tools that a request to the model holds. */
function toolResults(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(toolResults);
  if (typeof body !== "object" || body === null) return [];
  const { type, content } = body as { type?: unknown; content?: unknown };
  if (type === "tool_result") return [typeof content === "string" ? content : JSON.stringify(content)];
  return Object.values(body).flatMap(toolResults);
}
