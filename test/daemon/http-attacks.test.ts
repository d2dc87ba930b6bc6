/**
 * Everything here is refused by a running daemon, and changes nothing: what a page in a browser, a stranger or a broken
 * client might send. Each is good but for one thing, and names the one defence that keeps it out;
 * `npm run test:defences` shows that it would get through without.
 */
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AttackedDaemon } from "../support/attacked-daemon.js";
import { PROGRAM_VARIABLE } from "../support/program.js";
import { type Attack, type Attacks, bytesOf, EVENT, type Words } from "./attacks/attack.js";
import { CALLERS } from "./attacks/callers.js";
import { FRAMING } from "./attacks/framing.js";
import { LOOPBACK, REQUESTS } from "./attacks/requests.js";

let place: AttackedDaemon;
beforeAll(async () => {
  place = await AttackedDaemon.start();
});
afterAll(() => place.close());
beforeEach(() => place.stand());

const words = (more: Partial<Words> = {}): Words => ({
  PORT: String(place.port),
  OAK: String(place.oakPort),
  CONTROL: place.tokens.control,
  HOOKS: place.tokens.hooks,
  ASK: "none",
  HASH: "none",
  ...more,
});

const addressOf = ({ to = "port" }: Attack) => {
  if (typeof to === "object") return { host: to.host, port: place.port };
  if (to === "socket") return { path: join(place.folder, "control.sock") };
  return { host: "127.0.0.1", port: to === "oak" ? place.oakPort : place.port };
};

/** A question of an agent that waits while the attack goes on. */
async function openAsk(): Promise<{ words: Partial<Words>; close(): Promise<void> }> {
  const leave = await place.attend();
  const child = place.start("codex", "PreToolUse");
  child.stdin!.end(
    JSON.stringify({ session_id: "s", cwd: place.project, tool_name: "Bash", tool_input: { command: "asked ls" } }),
  );
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  const [ask] = await place.asks();
  const { events } = await place.status();
  return {
    words: { ASK: ask!.id, HASH: ask!.hash },
    async close() {
      child.kill("SIGKILL");
      leave();
      // The record may be there before the question is closed: both are facts that the next test compares.
      await expect.poll(async () => (await place.status()).events).toBe(events + 1);
      await expect.poll(async () => (await place.status()).openAsks).toBe(0);
    },
  };
}

/** What kept it out; `through` when nothing did. */
async function outcome(attack: Attack, known: Words): Promise<string> {
  const reply = await place
    .send(bytesOf(attack, known), addressOf(attack), (attack.good ?? 0) + 1)
    .catch(() => undefined);
  if (reply === undefined) return "nobody";
  const bad = reply.answers.slice(attack.good ?? 0);
  if (reply.answers.slice(0, attack.good ?? 0).some(({ status }) => status !== 200))
    return "a good request was refused";
  expect(reply.text.toLowerCase()).not.toContain("access-control-allow");
  expect(reply.text).not.toContain(place.tokens.control);
  if (bad.length === 0) return "cut";
  if (bad.some(({ status }) => status < 400 || status >= 500)) return "through";
  const { status, body } = bad[0]!;
  return body === "" ? String(status) : (JSON.parse(body) as { error: { code: string } }).error.code;
}

const rows = (attacks: Attacks) =>
  Object.entries(attacks).flatMap(([defence, list]) =>
    Object.entries(list).map(([what, attack]) => [what, defence, attack] as const),
  );
const ROWS = [CALLERS, REQUESTS, LOOPBACK, FRAMING].flatMap(rows);

describe("the attack suite", () => {
  it.each(ROWS)("T6 %s [%s]", async (_, __, attack) => {
    const ask = JSON.stringify(attack).includes("ASK") ? await openAsk() : undefined;
    try {
      const before = await place.facts();
      const kept = await outcome(attack, words(ask?.words));
      expect(kept).not.toBe("through");
      // Without a defence, another refusal may still keep it out: that it is kept out is all that counts then.
      if (process.env[PROGRAM_VARIABLE] === undefined)
        expect(kept).toBe(attack.line?.startsWith("HEAD") ? "405" : attack.refused);
      expect(await place.facts()).toEqual(before);
    } finally {
      await ask?.close();
    }
  });

  it("T6 there are 100 of them, each of its own kind", () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(100);
    const sent = ROWS.map(([, , attack]) => JSON.stringify([attack.to, bytesOf(attack, words()).toString("latin1")]));
    expect(new Set(sent).size).toBe(ROWS.length);
  });

  it("T6 what they change is all that is wrong with them: as it was it is taken", async () => {
    const { stored } = await place.facts();
    const own = { origin: "http://localhost:PORT", "sec-fetch-site": "same-origin" };
    const good: Partial<Attack>[] = [
      ...["127.0.0.1:PORT", "localhost:PORT", "[::1]:PORT", "LocalHost:PORT"].map((host) => ({ headers: { host } })),
      { headers: own },
      { headers: { authorization: null, "x-snaphook-token": "HOOKS" } },
      { headers: { "content-type": 'Application/JSON; charset="UTF-8"' } },
      { to: "socket" },
      { to: "oak" },
    ];
    for (const one of good) {
      const body = EVENT.replace("attack", JSON.stringify(one).replace(/\W/g, ""));
      expect(await outcome({ refused: "cut", body, ...one }, words())).toBe("through");
    }
    expect((await place.facts()).stored).toBe(stored + good.length);
  });

  it("T6 a guard still answers", async () => {
    expect(await place.guarded()).toContain("the harbour is closed");
  });
});
