/**
 * The terminal that opened the local page, or shows `snaphook up`: does what its person asks for there, with the code of the commands. What a
 * person has to confirm shows a code here, which they type into the page.
 */
import { addressOf, ask, findDaemon } from "../../client/daemon-control.js";
import { type Watching, watchDaemon } from "../../client/daemon-stream.js";
import { provePage } from "../../client/person-proof.js";
import type { Confirmed, No } from "../../core/ports.js";
import type { JsonObject } from "../../core/text/json.js";
import { withResolvers } from "../../core/with-resolvers.js";
import type { RequestLine, Result, Wanted } from "../../daemon/local-page/confirmations.js";
import type { Call } from "../command.js";
import { asksOf, report, sendAnswer, whyNoCode } from "../human/answer-ask.js";
import { questionText } from "../output/live-view.js";
import { oneLine, paint } from "../output/print.js";

/** Wrong codes in a row, after which they are taken for guesses of another program. */
const MOST_WRONG = 5;

/** Wrong codes in a row, of all daemons that the terminal has followed. */
export interface Tries {
  wrong: number;
}

/** Until Ctrl-C, or the daemon ends. */
export async function servePage(call: Call, launch: string): Promise<void> {
  const tries = { wrong: 0 };
  let isOver = false;
  let stop = () => {};
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      isOver = true;
      stop();
    });
  }
  for (let state = "running"; state === "running"; ) {
    const watching = serveRequests(call, launch, tries);
    stop = watching.stop;
    const { why } = await watching.over;
    state = why === "silent" && !isOver ? (await findDaemon(call.places)).state : "down"; // one that was only slow goes on
    if (isOver) return;
    if (state === "hung") call.out("The daemon does not answer. Run `snaphook restart`, then `snaphook page` again.");
    if (state === "down") call.out("The daemon has ended, and with it the page. Run `snaphook page` again.");
  }
}

/** `snaphook up`: confirms for pages whose own terminal has ended. Returns how to end it. */
export async function serveFromView(call: Call, tries: Tries = { wrong: 0 }): Promise<() => void> {
  const person = await call.person.isPerson();
  if (!person.yes) return () => {};
  const body = { proof: provePage(call.places.data, person.by) as unknown as JsonObject };
  const admitted = await ask(call.places, { method: "POST", path: "/v1/page/views", body });
  if (admitted.kind !== "ok") return () => {};
  const watching = serveRequests(call, String(admitted.body["id"]), tries);
  return () => watching.stop();
}

function serveRequests(call: Call, terminal: string, tries: Tries): Watching {
  const typed = new Map<string, (code: string | undefined) => void>();
  const take = async (line: RequestLine) => {
    if (line.kind === "code") typed.get(line.id)?.(line.code);
    else if (line.kind === "over") typed.get(line.id)?.(undefined);
    else {
      const { id } = line;
      const tell = (body: JsonObject) =>
        ask(call.places, { method: "POST", path: `/v1/page/requests/${id}`, body: { launch: terminal, ...body } });
      const code = async (shown: string) => {
        call.out(shown);
        const { promise, resolve } = withResolvers<string | undefined>();
        typed.set(id, resolve);
        void tell({});
        return promise;
      };
      const result = tries.wrong >= MOST_WRONG ? TOO_MANY : await run(call, line, code);
      typed.delete(id);
      tries.wrong = result.isWrongCode ? tries.wrong + 1 : 0;
      call.out(paint(result.done ? "green" : "red", result.message));
      await tell({ result: { done: result.done, message: result.message } });
    }
  };
  const path = `/v1/page/requests?launch=${terminal}`;
  const watching = watchDaemon(addressOf(call.places), (line) => void take(line as unknown as RequestLine), { path });
  void watching.over.then(() => {
    for (const end of typed.values()) end(undefined);
  });
  return watching;
}

interface Ran extends Result {
  readonly isWrongCode?: boolean;
}

const TOO_MANY: Ran = { done: false, isWrongCode: true, message: "Too many wrong codes. Run this command again." };

type Request = Extract<RequestLine, { kind: "request" }>;

/** `code` waits for what is typed into the page. */
async function run(
  call: Call,
  { wanted, passkey }: Request,
  code: (shown: string) => Promise<string | undefined>,
): Promise<Ran> {
  let isWrongCode = false;
  const said: string[] = [];
  const here: Call = {
    ...call,
    json: false,
    flags: {},
    person: {
      ...call.person,
      async confirm(what, signal) {
        if (passkey !== undefined) return withPasskey(call, what, passkey);
        const answer = await call.person.confirm(what, signal, code);
        isWrongCode = !answer.yes && answer.why.code === "HUMAN_ONLY_CODE";
        return answer;
      },
    },
    out: (text) => void said.push(text),
    raw: (text) => void said.push(text),
    err: (text) => void said.push(text),
  };
  const exit = await runWanted(here, call, wanted);
  return { done: exit === 0, message: said.at(-1) ?? "", isWrongCode };
}

/** The daemon has checked the passkey. The terminal must still be one of a person. */
async function withPasskey(call: Call, what: string, passkey: string): Promise<Confirmed | No> {
  const seen = await call.person.isPerson();
  if (!seen.yes) return seen;
  call.out(`Confirmed on the page with the passkey "${oneLine(passkey)}": ${what}.`);
  return { yes: true, by: { ...seen.by, terminal: `${seen.by.terminal}, local page, passkey` } };
}

async function runWanted(here: Call, shown: Call, wanted: Wanted): Promise<number> {
  const { refuse } = await import("../output/print.js");
  if (wanted.kind === "switch") {
    const { SWITCHES, switchCommand } = await import("../human/switch-hook.js");
    return switchCommand(SWITCHES[wanted.verb]).run({ ...here, args: [wanted.hook], cwd: wanted.project });
  }
  if (wanted.kind === "memory") return (await import("./change-memory.js")).changeMemory(here, shown, wanted);
  if (wanted.kind === "trust") {
    shown.out(`The page asks to approve the hooks in ${wanted.path}.`);
    const consent = await here.person.confirm("run these hooks from now on");
    if (!consent.yes) {
      refuse(here, consent.why);
      return 1;
    }
    const { default: trust } = await import("../commands/trust.js");
    return trust.run({ ...here, args: [wanted.path], flags: { hash: wanted.hash } });
  }
  if (wanted.kind === "passkey") return (await import("./passkeys.js")).registerPasskey(here, wanted);
  return approve(here, shown, wanted);
}

async function approve(here: Call, shown: Call, wanted: Extract<Wanted, { kind: "approve" }>): Promise<number> {
  const { refuse } = await import("../output/print.js");
  const pending = await ask(here.places, { path: "/v1/asks?state=pending" });
  const found = pending.kind === "ok" ? asksOf(pending.body).find(({ id }) => id === wanted.ask) : undefined;
  const locked = await whyNoCode(here, found ?? {});
  if (locked !== undefined) {
    refuse(here, locked);
    return 1;
  }
  if (found !== undefined) shown.out(questionText(found));
  const consent = await here.person.confirm(CONFIRMED[wanted.answers ? "answers" : (wanted.scope ?? "once")]);
  if (!consent.yes) {
    refuse(here, consent.why);
    return 1;
  }
  const by = { ...consent.by, terminal: `${consent.by.terminal}, local page` };
  const { scope, answers } = wanted;
  // The hash is that of the call which the page showed.
  const asked = { id: wanted.ask, hash: wanted.hash };
  const more = { ...(scope === undefined ? {} : { scope }), ...(answers === undefined ? {} : { answers }) };
  return report(here, await sendAnswer(here, asked, "allow", by, more), ({ outcome }) =>
    outcome === "kept"
      ? `Approved ${wanted.ask}. The agent no longer waits: the same call passes once.`
      : `Approved ${wanted.ask}.`,
  );
}

const CONFIRMED = {
  once: "approve it once",
  again: "approve this exact call in this session for 60 minutes",
  answers: "send these answers",
} as const;
