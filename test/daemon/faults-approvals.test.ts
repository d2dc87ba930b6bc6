/**
 * kill -9 of the daemon around every transition of a question. `SNAPHOOK_FAULT_ROUNDS=1000` for more than the few of every run,
 * `SNAPHOOK_FAULT_MINUTES=10` for as many as fit.
 */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { addressOf } from "../../src/client/daemon-control.js";
import { type DaemonReply, open } from "../../src/client/daemon-http.js";
import { provePerson } from "../../src/client/person-proof.js";
import type { JsonObject } from "../../src/core/text/json.js";
import type { OpenAsk } from "../../src/daemon/api.js";
import { FakeWebhook, SECRET } from "../support/fake-webhook.js";
import { bash } from "../support/program.js";
import { DaemonPlace, type Launched } from "../support/running-daemon.js";

const ROUNDS = Number(process.env["SNAPHOOK_FAULT_ROUNDS"] ?? 30);
const MINUTES = Number(process.env["SNAPHOOK_FAULT_MINUTES"] ?? 0);
/** A transition takes a few milliseconds: to be asked for, stored and told. The kill falls before, within or after that. */
const LONGEST_MS = 30;
const FINAL = ["used", "lapsed", "elsewhere", "revoked"];
const HEADLESS = { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" };
const INTERACTIVE = { CLAUDE_CODE_ENTRYPOINT: "cli" };

/** A question just before one of its transitions. */
interface Prepared {
  readonly ask: OpenAsk;
  /** Causes the transition. The daemon is killed meanwhile. */
  act(): Promise<DaemonReply | undefined>;
  /** What holds after the restart, by what the daemon had promised before its end. */
  check(row: OpenAsk, promised: boolean): Promise<void>;
}

type Told = "allowed" | "denied" | "no answer";

interface Said {
  readonly verdict?: "allow";
  readonly scope?: "again";
  readonly answers?: JsonObject;
}

/** One session with one call, which is asked about. */
class Round {
  constructor(
    readonly place: DaemonPlace,
    readonly number: number,
  ) {}

  get input(): JsonObject {
    const tool = bash(`git reset --hard HEAD~${this.number + 1}`);
    return { session_id: `s${this.number}`, cwd: this.place.project, permission_mode: "bypassPermissions", ...tool };
  }

  /** A request of a script or an agent, with the token that they have. */
  post(path: string, body: JsonObject): Promise<DaemonReply> {
    return this.place.ask({ method: "POST", path, token: "hooks", body });
  }

  /** Asks about the call as a script does, in continuous integration: without an answer it ends at once, and the question is kept. */
  async asScript(): Promise<Told> {
    const { session_id: session, cwd, tool_name: tool, tool_input: input } = this.input;
    const asked = await this.post("/v1/asks", { session: session!, cwd: cwd!, tool: tool!, input: input!, ci: true });
    if (asked.kind !== "ok") return "no answer";
    const { id, secret } = asked.body;
    const got = await this.post(`/v1/asks/${id}/answer`, { secret: secret!, wait: 20 });
    if (got.kind !== "ok") return "no answer";
    return got.body["verdict"] === "allow" ? "allowed" : "denied";
  }

  /** The same by the launcher of an agent. Codex goes on if it is sent nothing. */
  async asCodex(): Promise<Told> {
    const { code, stdout } = await this.launched("codex", "PreToolUse", this.input, { CI: "1" });
    return code === 0 && stdout === "" ? "allowed" : "denied";
  }

  /** The one question about the call that can still change. */
  async pending(): Promise<OpenAsk> {
    const mine = async () => (await this.place.asks("pending")).filter(({ session }) => session === `s${this.number}`);
    await expect.poll(async () => (await mine()).length).toBe(1);
    return (await mine())[0]!;
  }

  async parked(): Promise<OpenAsk> {
    expect(await this.asScript()).toBe("denied");
    return this.pending();
  }

  /** An answer that waits for its call. */
  async kept(): Promise<OpenAsk> {
    const ask = await this.parked();
    expect(await this.approve(ask)).toMatchObject({ body: { outcome: "kept" } });
    return ask;
  }

  approve(ask: OpenAsk, more: Omit<Said, "verdict"> = {}): Promise<DaemonReply> {
    return this.#prove(`/v1/asks/${ask.id}`, ask, { verdict: "allow", ...more });
  }

  revoke(ask: OpenAsk): Promise<DaemonReply> {
    return this.#prove(`/v1/asks/${ask.id}/revoke`, ask, {});
  }

  #prove(path: string, { id, hash }: OpenAsk, more: Said): Promise<DaemonReply> {
    const { scope, answers } = more;
    const proven = { id, hash, ...(scope && { scope }), ...(answers && { answers }) };
    const proof = provePerson(this.place.data, proven, { user: "ann", terminal: "/dev/pts/1" });
    return this.place.ask({ method: "POST", path, body: { hash, proof, ...more } });
  }

  /** An approval counts so often. Then the same call is asked about again. */
  async passes(times: number, call: () => Promise<Told> = () => this.asScript()): Promise<void> {
    for (let i = 0; i < times; i++) expect(await call()).toBe("allowed");
    expect(await call()).toBe("denied");
    await this.pending();
  }

  /** Calls the agent's launcher until the daemon took the call: on a busy machine it may be answered without one. */
  async launched(agent: string, event: string, input: JsonObject, env = {}): Promise<Launched> {
    for (;;) {
      const ran = await this.place.launch(agent, event, { ...input, hook_event_name: event }, { env });
      if (!wasAlone(ran)) return ran;
    }
  }

  /** The same for one that waits. */
  async held(agent: string, event: string, input: JsonObject, env = {}) {
    for (;;) {
      const answer = this.place.launch(agent, event, { ...input, hook_event_name: event }, { env });
      let ended: Launched | undefined;
      void answer.then((ran) => (ended = ran));
      const find = async () => (await this.place.asks()).find(({ session }) => session === `s${this.number}`);
      await expect.poll(async () => ended ?? (await find())).toBeDefined();
      const ask = await find();
      if (ask !== undefined) return { ask, answer };
      expect(ended && wasAlone(ended), `it was not asked about: ${ended?.stdout}`).toBe(true);
    }
  }
}

const PHASES: Readonly<Record<string, (round: Round) => Promise<Prepared>>> = {
  async "an answer while the agent waits"(round) {
    await round.place.attend();
    const { ask, answer } = await round.held("codex", "PreToolUse", round.input);
    return {
      ask,
      act: () => round.approve(ask),
      async check(row, promised) {
        const { code, stdout } = await answer;
        if (promised || (code === 0 && stdout === "")) expect(row).toMatchObject({ state: "used", verdict: "allow" });
        if (row.state === "used") return round.passes(0, () => round.asCodex());
        expect(row.state).toBe("parked");
        expect(row.verdict).toBeUndefined();
        expect(await round.approve(row)).toMatchObject({ body: { outcome: "kept" } });
        await round.passes(1, () => round.asCodex());
      },
    };
  },

  async "the agent goes"(round) {
    await round.place.attend();
    const path = "/v1/hooks/codex/PreToolUse";
    const wanted = { method: "POST", path, token: "hooks", body: round.input } as const;
    const request = open(addressOf(round.place), wanted, "application/json");
    if (typeof request === "string") throw new Error(request);
    request.on("error", () => {}).end(JSON.stringify(round.input));
    const ask = await round.pending();
    return {
      ask,
      act: async () => void request.destroy(),
      async check(row) {
        expect(row.parked).toMatch(/^(gone|restart)$/);
        expect(await round.approve(row)).toMatchObject({ body: { outcome: "kept" } });
        await round.passes(1, () => round.asCodex());
      },
    };
  },

  async "the time is over"(round) {
    await round.place.attend();
    const [session, cwd] = [`s${round.number}`, round.place.project];
    const body = { questions: [{ question: "Which day?" }], session, cwd, waitSeconds: 1 };
    const question = () => round.post("/v1/asks", body);
    expect(await question()).toMatchObject({ kind: "ok" });
    const ask = await round.pending();
    await wait(ask.expiresAt - Date.now() - LONGEST_MS / 2);
    return {
      ask,
      act: async () => undefined,
      async check(row) {
        expect(row.parked).toMatch(/^(expired|restart)$/);
        expect(await round.approve(row, { answers: { "Which day?": "Monday" } })).toMatchObject({ kind: "ok" });
        const asked = await question();
        const { id, secret } = asked.kind === "ok" ? asked.body : {};
        const got = await round.post(`/v1/asks/${id}/answer`, { secret: secret!, wait: 20 });
        expect(got).toMatchObject({ body: { state: "answered", answers: { "Which day?": "Monday" } } });
        expect((await round.place.asks("all")).find(({ id }) => id === row.id)).toMatchObject({ state: "used" });
      },
    };
  },

  async "a late answer"(round) {
    const ask = await round.parked();
    return {
      ask,
      act: () => round.approve(ask),
      async check(row, promised) {
        expect(row.state).toBe(promised ? "waiting" : row.verdict === undefined ? "parked" : "waiting");
        if (row.state === "parked") expect(await round.approve(row)).toMatchObject({ body: { outcome: "kept" } });
        await round.passes(1);
      },
    };
  },

  async "the use of a late answer"(round) {
    const ask = await round.kept();
    let told: string | undefined;
    return {
      ask,
      async act() {
        told = await round.asScript();
        return undefined;
      },
      async check(row) {
        if (told === "allowed") expect(row.state).toBe("used");
        expect(["used", "waiting"]).toContain(row.state);
        await round.passes(row.state === "used" ? 0 : 1);
      },
    };
  },

  async revoke(round) {
    const ask = await round.kept();
    return {
      ask,
      act: () => round.revoke(ask),
      async check(row, promised) {
        if (promised) expect(row.state).toBe("revoked");
        if (row.state !== "revoked") expect(await round.revoke(row)).toMatchObject({ kind: "ok" });
        await round.passes(0);
      },
    };
  },

  async "an approval for longer"(round) {
    const ask = await round.parked();
    return {
      ask,
      act: () => round.approve(ask, { scope: "again" }),
      async check(row, promised) {
        if (promised) expect(row).toMatchObject({ state: "waiting", scope: "again" });
        if (row.state === "parked") expect(await round.approve(row, { scope: "again" })).toMatchObject({ kind: "ok" });
        expect(await round.asScript()).toBe("allowed");
        expect(await round.asScript()).toBe("allowed");
        expect(await round.revoke(row)).toMatchObject({ kind: "ok" });
        await round.passes(0);
      },
    };
  },

  async "a changed plan is shown again"(round) {
    await round.place.attend();
    const folder = join(round.place.home, ".claude/plans");
    mkdirSync(folder, { recursive: true });
    const file_path = join(folder, `plan-${round.number}.md`);
    const write = (content: string) => writeFileSync(file_path, content);
    const call = (tool_name: string, tool_input: JsonObject) => ({ ...round.input, tool_name, tool_input });
    write("# Plan A");
    const written = { ...call("Write", { file_path, content: "x" }), tool_response: { filePath: file_path } };
    await round.launched("claude-code", "PostToolUse", written);
    const plan = call("ExitPlanMode", {});
    const { ask, answer } = await round.held("claude-code", "PreToolUse", plan, HEADLESS);
    expect(ask.input).toBe("# Plan A");
    write("# Plan B");
    return {
      ask,
      act: () => round.approve(ask),
      async check(row, promised) {
        expect(promised).toBe(false);
        expect((await answer).stdout).not.toContain('"allow"');
        expect(row).toMatchObject({ state: "parked", input: row.hash === ask.hash ? "# Plan A" : "# Plan B" });
        expect(await round.approve(row)).toMatchObject({ body: { outcome: "kept" } });
        // What was approved is what was shown, not what the file holds now.
        const { stdout } = await round.launched("claude-code", "PreToolUse", plan, { ...HEADLESS, CI: "1" });
        expect(stdout.includes('"allow"')).toBe(row.input === "# Plan B");
      },
    };
  },

  async "an answer in the agent"(round) {
    await round.place.attend();
    const input = { ...round.input, permission_mode: "default" };
    await round.launched("claude-code", "PreToolUse", input, INTERACTIVE);
    const { ask, answer } = await round.held("claude-code", "PermissionRequest", input, INTERACTIVE);
    const body = { ...input, tool_response: {} };
    return {
      ask,
      act: () => round.post("/v1/hooks/claude-code/PostToolUse", body),
      async check(row) {
        expect((await answer).stdout).not.toContain('"allow"');
        expect(["elsewhere", "parked"]).toContain(row.state);
        expect(row.verdict).toBeUndefined();
      },
    };
  },

  async "the same call is made again"(round) {
    const ask = await round.parked();
    return {
      ask,
      act: async () => void (await round.asScript()),
      async check(row) {
        expect(["lapsed", "parked"]).toContain(row.state);
        await round.passes(0);
      },
    };
  },
};

it(
  "kill -9 around the transitions of a question: none is lost, none counts twice, each card gets its end",
  async () => {
    const place = new DaemonPlace();
    const webhook = await configureWebhook(place);
    const git = { event: "PreToolUse", builtin: "protect-git", options: { destructive: "ask" } };
    place.writeUser("hooks.json", { hooks: [git, { builtin: "exit-plan-mode" }] });
    await place.wire();
    const found = new Map<string, number>();
    const until = Date.now() + MINUTES * 60_000;
    const names = Object.keys(PHASES);

    await place.up();
    let number = 0;
    for (; number < ROUNDS || Date.now() < until; number++) {
      const phase = names[number % names.length]!;
      const round = new Round(place, number);
      const { ask, act, check } = await PHASES[phase]!(round);
      const acting = act().catch(() => undefined);
      await wait(Math.random() ** 2 * LONGEST_MS); // mostly early
      await place.kill();
      const promised = (await acting)?.kind === "ok";

      await place.up();
      const row = await settled(place, ask.id);
      expect(row, `${phase}, round ${number}: the question is lost`).toBeDefined();
      const end = `${phase}: ${row!.state}`;
      found.set(end, (found.get(end) ?? 0) + 1);
      await check(row!, promised).catch((error: Error) => {
        throw new Error(`${phase}, round ${number}: ${error.message}`, { cause: error });
      });
      await closeAll(round);
      for (const { id, state } of await place.asks("all"))
        expect(FINAL, `${phase}, round ${number}: ${id} is still ${state}`).toContain(state);
      await expect.poll(() => cardsLeftOpen(webhook), { message: `${phase}, round ${number}` }).toEqual([]);
    }
    expect(webhook.received.length).toBeGreaterThan(number);
    if (number > 100) console.info(number, "rounds:", Object.fromEntries([...found].sort()));
  },
  60_000 + ROUNDS * 20_000 + MINUTES * 120_000,
);

/** Denies what is pending, and takes the denials back, so that nothing waits any more. */
async function closeAll(round: Round): Promise<void> {
  for (const ask of await round.place.asks("pending")) {
    if (ask.state !== "waiting") await round.place.answerAsk(ask, "deny");
    const left = (await round.place.asks("pending")).find(({ id }) => id === ask.id);
    if (left !== undefined) expect(await round.revoke(left)).toMatchObject({ kind: "ok" });
  }
}

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
