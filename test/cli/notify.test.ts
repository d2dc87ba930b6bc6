import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import codex from "../../src/adapters/codex/index.js";
import { capture, recover } from "../../src/capture/index.js";
import command from "../../src/cli/commands/notify.js";
import { NO_DECISION } from "../../src/core/decision/decision.js";
import type { EventRecord } from "../../src/core/records/records.js";
import { recordOf } from "../../src/runtime/record/make-record.js";
import { spoolFolder } from "../../src/runtime/record/spool.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { ROOT } from "../architecture/source-tree.js";
import { CommandPlace } from "../support/command-call.js";

const TOLD = readFileSync(join(ROOT, "test/fixtures/codex/notify.agent-turn-complete.json"), "utf8");
const SESSION = "01a1ddfd-da39-7122-9f11-c11a73428bd5";
const TURN = "01a1ddfd-daa4-75d0-814f-77acd48fee14";

const notify = (place: CommandPlace, text: string, agent = "codex") => place.run(command, [text], { agent });

function spooled(place: CommandPlace): EventRecord[] {
  const folder = spoolFolder(place.places.state);
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as EventRecord);
}

const fromHook = (event: string, payload: object, at: number) =>
  recordOf({
    id: `${event}-${at}`,
    at,
    way: "daemon",
    agent: "codex",
    event: codex.decode(event, { session_id: SESSION, turn_id: TURN, ...payload }),
    decision: NO_DECISION,
    presence: "unknown",
    ms: 1,
  });

function openStore(place: CommandPlace): EmbeddedStore {
  const { store, problem } = EmbeddedStore.open({ file: join(place.home, "store.db"), capture, recover });
  if (store === undefined) throw new Error(problem?.message);
  return store;
}

describe("snaphook notify", () => {
  it("AD-14 keeps what Codex said at the end of a turn, without a daemon and without a word", async () => {
    const place = new CommandPlace();
    expect(await notify(place, TOLD)).toEqual({ code: 0, out: "", err: "" });
    expect(spooled(place)).toMatchObject([
      {
        event: "Stop",
        native: "agent-turn-complete",
        agent: "codex",
        way: "alone",
        session: SESSION,
        project: "/home/user/project",
        payload: { turn_id: TURN, last_assistant_message: "all done" },
      },
    ]);
  });

  it("AD-14 stores it as the response of the batch, once, whichever of hook and notification comes first", async () => {
    for (const order of ["alone", "before the hook", "after the hook"]) {
      const place = new CommandPlace();
      await notify(place, TOLD);
      const [record] = spooled(place);
      const at = record!.at - 5_000;
      const hook = fromHook("Stop", { last_assistant_message: "all done" }, record!.at);
      const ends = { alone: [record!], "before the hook": [record!, hook], "after the hook": [hook, record!] }[order]!;
      const store = openStore(place);
      await store.append([fromHook("UserPromptSubmit", { prompt: "please run it" }, at), ...ends]);
      const detail = await store.session(SESSION);
      expect(detail?.batches, order).toMatchObject([
        { prompt: "please run it", response: "all done", status: "queued" },
      ]);
      await store.close();
    }
  });

  it("keeps no secret that the agent said", async () => {
    const place = new CommandPlace();
    const key = `sk-ant-api03-${"a1B2".repeat(20)}`;
    await notify(place, TOLD.replace("all done", `the key is ${key}`));
    expect(JSON.stringify(spooled(place))).not.toContain(key);
  });

  it("takes kinds of notifications it does not know for nothing, not for a mistake", async () => {
    const place = new CommandPlace();
    expect(await place.json(command, ['{"type":"something-new"}'], { agent: "codex" })).toEqual({ kept: null });
    expect(() => spooled(place)).toThrow(/ENOENT/);
  });

  it("AD-14 says what is wrong with a call, with a stable code", async () => {
    const place = new CommandPlace();
    const cases: [readonly string[], string | undefined, RegExp][] = [
      [['{"type":'], "codex", /error PAYLOAD_SYNTAX/],
      [["[1]"], "codex", /error PAYLOAD_NOT_OBJECT/],
      [[""], "codex", /error PAYLOAD_EMPTY/],
      [[], "codex", /error USAGE/],
      [[TOLD], undefined, /error USAGE/],
      [[TOLD], "nobody", /error AGENT_UNKNOWN/],
      [[TOLD], "gemini", /error USAGE: Gemini CLI has no notification program/],
    ];
    for (const [args, agent, message] of cases) {
      const ran = await place.run(command, args, { agent });
      expect(ran.code).toBe(2);
      expect(ran.err).toMatch(message);
    }
  });

  it("says so when it cannot be kept", async () => {
    const place = new CommandPlace();
    const folder = spoolFolder(place.places.state);
    mkdirSync(dirname(folder), { recursive: true });
    writeFileSync(folder, "a file in its place");
    const ran = await notify(place, TOLD);
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(/error FILE_UNWRITABLE/);
  });
});
