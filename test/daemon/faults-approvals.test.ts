/** kill -9 of the daemon around every transition of a question. `SNAPHOOK_FAULT_ROUNDS=1000` for more than the few of every run. */
import { chmodSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import type { OpenAsk } from "../../src/daemon/api.js";
import { FakeWebhook, SECRET } from "../support/fake-webhook.js";
import { bash, says } from "../support/program.js";
import { DaemonPlace, type Launched } from "../support/running-daemon.js";

const ROUNDS = Number(process.env["SNAPHOOK_FAULT_ROUNDS"] ?? 30);
/** An answer takes a few milliseconds: to be asked, stored and sent. The kill falls before, within or after that. */
const LONGEST_MS = 30;
const FINAL = ["used", "lapsed", "elsewhere", "revoked"];

it(
  `${ROUNDS} times kill -9 around the transitions of a question: none is lost, none counts twice, each card gets its end`,
  async () => {
    const place = new DaemonPlace();
    const webhook = await configureWebhook(place);
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
    await place.wire();
    const call = (round: number) =>
      place.launch("codex", "PreToolUse", {
        session_id: `s${round}`,
        cwd: place.project,
        permission_mode: "bypassPermissions",
        ...bash(`make release-${round}`),
      });
    const counts = { delivered: 0, kept: 0, parked: 0 };

    await place.up();
    for (let round = 0; round < ROUNDS; round++) {
      const leave = await place.attend();
      const { ask, answer: first } = await held(place, round, call);
      // The daemon may be killed before it has this answer, while it stores it, or after it released the call.
      const answering = place.answerAsk(ask, "allow").catch(() => undefined);
      await wait(Math.random() * LONGEST_MS);
      leave();
      await place.kill();
      const [ran, reply] = await Promise.all([first, answering]);

      await place.up();
      const leaveAgain = await place.attend();
      const row = await settled(place, ask.id);
      expect(row, `round ${round}: the question is lost`).toBeDefined();
      // What a person was promised is on the disk.
      if (reply?.kind === "ok") expect(row).toMatchObject({ state: "used", verdict: "allow" });
      if (isAllowed(ran)) {
        counts.delivered++;
        expect(row).toMatchObject({ state: "used", verdict: "allow" });
      }
      if (row!.state === "parked") {
        counts.parked++;
        expect(row!.verdict).toBeUndefined();
        expect(await place.answerAsk(row!, "allow")).toMatchObject({ body: { outcome: "kept" } });
        let kept = await call(round);
        while (wasAlone(kept)) kept = await call(round);
        expect(isAllowed(kept)).toBe(true);
        counts.kept++;
      }
      // The approval is used, by whichever call: the same call is asked about again.
      const { ask: asked, answer: again } = await held(place, round, call);
      expect(asked.id).not.toBe(ask.id);
      expect(await place.answerAsk(asked, "deny")).toMatchObject({ kind: "ok" });
      expect((await again).stdout).toContain("deny");
      for (const { id, state } of await place.asks("all"))
        expect(FINAL, `round ${round}: ${id} is still ${state}`).toContain(state);
      await expect.poll(() => cardsLeftOpen(webhook), { message: `round ${round}` }).toEqual([]);
      leaveAgain();
    }
    expect(webhook.received.length).toBeGreaterThan(ROUNDS);
    expect(counts.kept).toBe(counts.parked);
  },
  60_000 + ROUNDS * 20_000,
);

/** A program that is sent each question at once. */
async function configureWebhook(place: DaemonPlace): Promise<FakeWebhook> {
  const webhook = await FakeWebhook.start();
  onTestFinished(() => webhook.stop());
  const secret = { file: place.writeUser("webhook-secret", SECRET) };
  chmodSync(secret.file, 0o600);
  const channels = { webhook: { url: webhook.url, secret } };
  place.writeUser("daemon.json", { approvals: { desktop: false, notifyAfterSeconds: 0, channels } });
  return webhook;
}

/** Questions whose newest message does not say how they ended. All have ended by now. */
function cardsLeftOpen({ received }: FakeWebhook): readonly string[] {
  const newest = new Map(received.map(({ type, ask }) => [String(ask["id"]), String(type)]));
  return [...newest].filter(([, type]) => type !== "ask.closed").map(([id]) => id);
}

/** A call that waits, and its question. */
async function held(
  place: DaemonPlace,
  round: number,
  call: (round: number) => Promise<Launched>,
): Promise<{ readonly ask: OpenAsk; readonly answer: Promise<Launched> }> {
  for (;;) {
    const answer = call(round);
    let ended: Launched | undefined;
    void answer.then((ran) => (ended = ran));
    const find = async () => (await place.asks()).find(({ summary }) => summary === `make release-${round}`);
    await expect.poll(async () => ended ?? (await find())).toBeDefined();
    const ask = await find();
    if (ask !== undefined) return { ask, answer };
    expect(ended && wasAlone(ended), `round ${round}: it was not asked about: ${ended?.stdout}`).toBe(true);
  }
}

/** On a busy machine a call may be answered without the daemon: it is denied, and there is no question. */
function wasAlone({ stdout }: Launched): boolean {
  return stdout.includes("no user can be asked now") && !stdout.includes("snaphook approve");
}

/** The row once the new daemon has taken it over. */
async function settled(place: DaemonPlace, id: string): Promise<OpenAsk | undefined> {
  const find = async () => (await place.asks("all")).find((ask) => ask.id === id);
  await expect.poll(async () => (await find())?.state).not.toBe("open");
  return find();
}

/** Codex goes on if it is sent nothing. */
function isAllowed({ code, stdout }: Launched): boolean {
  return code === 0 && stdout === "";
}
