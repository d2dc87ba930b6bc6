/** Questions that agents of a thread ask: a person answers them in the approval queue, while the thread waits. */
import { describe, expect, it } from "vitest";
import type { OpenAsk } from "../../src/daemon/api.js";
import type { DaemonPlace } from "../support/running-daemon.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import type { Step } from "./models/scripted-model.js";
import { answer, asksFirst, leaveMark, MARK, QUESTIONS } from "./play-approval.js";
import { PROMPT, says, ThreadHarbour } from "./thread-harbour.js";

const FINE = says("Fine. [APPROVED]");
/** Nothing is allowed in advance. */
const CAUTIOUS = { defaultProfile: "claude", profiles: { claude: { agent: "claude-code" } } };

async function play(
  steps: readonly Step[],
  onAsk: (ask: OpenAsk, place: DaemonPlace) => Promise<unknown>,
): Promise<{ place: ThreadHarbour; asks: readonly OpenAsk[] }> {
  const place = await ThreadHarbour.open({ models: { claude: steps, codex: FINE }, profiles: CAUTIOUS });
  await place.answering(onAsk);
  expect(await place.thread(["run", "ping-pong", PROMPT])).toBe(0);
  return { place, asks: await place.asks("all") };
}

describe("Claude Code in a thread, with `snaphook mcp` as its permission host", () => {
  const steps = [leaveMark(claudeCode), ...says("The first draft.")];

  it("a call that it asks about waits for the answer: approved, it runs once and the thread goes on", async () => {
    const during: string[] = [];
    const { place, asks } = await play(steps, async (ask, daemon) => {
      during.push((await (daemon as ThreadHarbour).last()).status);
      return daemon.answerAsk(ask, "allow");
    });
    expect(place.read(MARK)).toBe("ran\n");
    expect(during).toEqual(["running"]);
    expect(asks).toMatchObject([{ state: "used", verdict: "allow", by: { user: "ann" } }]);
    expect((await place.last()).steps.map(({ output }) => output)).toEqual(["The first draft.", "Fine. [APPROVED]"]);
  });

  it("denied, it does not run, and the model reads the reason", async () => {
    const { place } = await play(steps, answer("deny", { reason: "not at low tide" }));
    expect(place.read(MARK)).toBe("");
    expect(place.bodies("claude").at(-1)).toContain("not at low tide");
    expect((await place.last()).status).toBe("completed");
  });

  it("the answers to its questions reach the model word for word", async () => {
    const asking = [{ tool: "AskUserQuestion", input: { questions: QUESTIONS } }, ...says("The first draft.")];
    const answers = { "Which quay?": ["North quay", "South quay"] };
    const { place, asks } = await play(asking, answer("allow", { answers }));
    expect(asks).toMatchObject([{ kind: "question", state: "used" }]);
    expect(place.bodies("claude").at(-1)).toContain("North quay, South quay");
  });
});

describe("Codex in a thread", () => {
  it.each(["allow", "deny"] as const)("a call that a guard asks about waits for the answer: %s", async (verdict) => {
    const place = await ThreadHarbour.open({
      models: {
        claude: says("The first draft."),
        codex: [leaveMark(codex), ...FINE],
      },
      profiles: {
        defaultProfile: "claude",
        profiles: {
          claude: { agent: "claude-code" },
          codex: { agent: "codex", args: ["--dangerously-bypass-hook-trust"] },
        },
      },
    });
    place.writeUser("hooks.json", asksFirst);
    place.install("codex");
    await place.answering(answer(verdict, { reason: "not at low tide" }));
    expect(await place.thread(["run", "ping-pong", PROMPT])).toBe(0);
    expect(await place.asks("all")).toMatchObject([{ verdict, state: "used", agent: "codex" }]);
    expect(place.read(MARK)).toBe(verdict === "allow" ? "ran\n" : "");
    if (verdict === "deny") expect(place.bodies("codex").at(-1)).toContain("not at low tide");
    expect((await place.last()).steps).toHaveLength(2);
  });
});
