/**
 * The terminal that opened the local page: does what its person asks for there, with the code of the commands. What a
 * person has to confirm shows a code here, which they type into the page.
 */
import { addressOf, ask } from "../../client/daemon-control.js";
import { watchDaemon } from "../../client/daemon-stream.js";
import type { JsonObject } from "../../core/text/json.js";
import type { RequestLine, Result, Wanted } from "../../daemon/local-page/confirmations.js";
import type { Call } from "../command.js";
import { asksOf, report, sendAnswer } from "../human/answer-ask.js";
import { questionText } from "../output/live-view.js";
import { paint } from "../output/print.js";

/** Wrong codes in a row, after which they are taken for guesses of another program. */
const MOST_WRONG = 5;

/** Until Ctrl-C, or the daemon ends. */
export async function servePage(call: Call, launch: string): Promise<void> {
  const typed = new Map<string, (code: string | undefined) => void>();
  let wrong = 0;
  const take = async (line: RequestLine) => {
    if (line.kind === "code") typed.get(line.id)?.(line.code);
    else if (line.kind === "over") typed.get(line.id)?.(undefined);
    else {
      const { id, wanted } = line;
      const tell = (body: JsonObject) =>
        ask(call.places, { method: "POST", path: `/v1/page/requests/${id}`, body: { launch, ...body } });
      const code = async () => {
        const { promise, resolve } = withResolvers<string | undefined>();
        typed.set(id, resolve);
        void tell({});
        return promise;
      };
      const result = wrong >= MOST_WRONG ? TOO_MANY : await run(call, wanted, code);
      typed.delete(id);
      wrong = result.isWrongCode ? wrong + 1 : 0;
      call.out(paint(result.done ? "green" : "red", result.message));
      await tell({ result: { done: result.done, message: result.message } });
    }
  };
  const path = `/v1/page/requests?launch=${launch}`;
  const watching = watchDaemon(addressOf(call.places), (line) => void take(line as unknown as RequestLine), { path });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => watching.stop());
  }
  const { why } = await watching.over;
  for (const end of typed.values()) end(undefined);
  if (why !== "stopped") call.out("The daemon has ended, and with it the page. Run `snaphook page` again.");
}

interface Ran extends Result {
  readonly isWrongCode?: boolean;
}

const TOO_MANY: Ran = { done: false, isWrongCode: true, message: "Too many wrong codes. Run `snaphook page` again." };

/** `code` waits for what is typed into the page. */
async function run(call: Call, wanted: Wanted, code: () => Promise<string | undefined>): Promise<Ran> {
  let isWrongCode = false;
  const said: string[] = [];
  const here: Call = {
    ...call,
    json: false,
    flags: {},
    person: {
      ...call.person,
      async confirm(what, signal) {
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

async function runWanted(here: Call, shown: Call, wanted: Wanted): Promise<number> {
  const { refuse } = await import("../output/print.js");
  if (wanted.kind === "switch") {
    const { SWITCHES, switchCommand } = await import("../human/switch-hook.js");
    return switchCommand(SWITCHES[wanted.verb]).run({ ...here, args: [wanted.hook], cwd: wanted.project });
  }
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
  return approve(here, shown, wanted);
}

async function approve(here: Call, shown: Call, wanted: Extract<Wanted, { kind: "approve" }>): Promise<number> {
  const { refuse } = await import("../output/print.js");
  const pending = await ask(here.places, { path: "/v1/asks?state=pending" });
  const found = pending.kind === "ok" ? asksOf(pending.body).find(({ id }) => id === wanted.ask) : undefined;
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

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
