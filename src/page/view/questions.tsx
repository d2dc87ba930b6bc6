/** Questions of agents: the exact call, who asks, the time left, and what each answer means. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { OpenAsk } from "../../daemon/http/schemas/page-types.js";
import { asks } from "../state/live.js";
import { useLoaded } from "../state/load.js";
import { linkTo } from "../state/route.js";
import { askJson, session } from "../state/session.js";
import { Answers, type Given } from "./answers.js";
import { callText, endOf, isOpen, timeLeft } from "./ask.js";
import { Confirm, type Confirming, useConfirm } from "./confirm.js";
import { durationText, momentText } from "./format.js";
import { Passkeys } from "./passkeys.js";
import { Problem } from "./problem.js";
import { plain, Text } from "./text.js";

/** More is not read on a card, so it cannot be approved there. */
const MOST_SHOWN = 200_000;

export function Questions({ id }: { readonly id: string }) {
  const again = useSignal(0);
  const key = asks.value.map((ask) => `${ask.id} ${ask.state}`).join();
  const loaded = useLoaded<{ asks: readonly OpenAsk[] }>("/v1/asks?state=all&limit=50", `${key} ${again.value}`);
  const now = useNow();
  const got = loaded.value;
  const rows = got?.ok === true ? got.body.asks : [];
  const passed = rows.filter((row) => isOpen(row) && row.expiresAt < now).length;
  // An end that no stream line tells.
  useEffect(() => {
    if (passed > 0) setTimeout(() => again.value++, 1_000);
  }, [passed]);
  const open = rows.filter(isOpen);
  return (
    <section class="screen scroll">
      <div class="bar">
        <h1>Questions</h1>
        <p class="facts">{summary(open)}</p>
      </div>
      <Problem of={got} what="questions" />
      <Passkeys />
      {got?.ok === true && (
        <ul class="cards" aria-label="Questions, newest first">
          {rows.length === 0 && <li class="empty">No agent has asked anything yet.</li>}
          {rows.map((ask) => (
            <li key={ask.id}>
              <Card ask={ask} now={now} isNamed={ask.id === id} onDone={() => again.value++} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function summary(open: readonly OpenAsk[]): string {
  const waiting = open.filter(({ state }) => state === "open").length;
  const later = open.length - waiting;
  if (open.length === 0) return "No agent waits";
  return [
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(later > 0 ? [`${later} can still be answered`] : []),
  ].join(", ");
}

function useNow(): number {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now();
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  return now.value;
}

interface CardProps {
  readonly ask: OpenAsk;
  readonly now: number;
  readonly isNamed: boolean;
  readonly onDone: () => void;
}

function Card({ ask, now, isNamed, onDone }: CardProps) {
  const left = ask.expiresAt - now;
  const open = isOpen(ask) && left > 0;
  const title = `question-${ask.id}`;
  return (
    <article
      class={`card ${open ? ask.state : "ended"} ${isNamed ? "named" : ""}`}
      aria-labelledby={title}
      tabIndex={-1}
      data-row
      data-ask={ask.id}
    >
      <header>
        <h2 id={title}>
          <Text of={ask.agent} />{" "}
          {ask.kind === "plan" ? "shows a plan" : ask.kind === "question" ? "asks" : "wants to run"}{" "}
          {(ask.kind ?? "permission") === "permission" && <Text of={ask.tool} />}{" "}
          {ask.level !== undefined && ask.level !== "info" && (
            <span class={`mark ${ask.level === "error" ? "deny" : "ask"}`}>{ask.level}</span>
          )}
        </h2>
        <p class="facts">
          {ask.project !== undefined && (
            <>
              in <Text of={ask.project} />,{" "}
            </>
          )}
          {momentText(ask.askedAt)}
          {ask.session !== undefined && (
            <>
              , <a href={linkTo("session", ask.session)}>session</a>
            </>
          )}
          , <code>{plain(ask.id)}</code>
        </p>
      </header>
      {ask.reason !== undefined && (
        <p class="reason">
          <Text of={ask.reason} lines />
        </p>
      )}
      {ask.kind !== "question" && (
        <pre class="input">
          <Text of={callText(ask)} lines most={MOST_SHOWN} />
        </pre>
      )}
      {open ? <Actions ask={ask} left={left} onDone={onDone} /> : <Ended ask={ask} />}
    </article>
  );
}

function Ended({ ask }: { readonly ask: OpenAsk }) {
  return (
    <p class="end" role="status">
      <Text of={endOf(ask)} />
    </p>
  );
}

function Actions({ ask, left, onDone }: { readonly ask: OpenAsk; readonly left: number; readonly onDone: () => void }) {
  const problem = useSignal("");
  const given = useSignal<Given | undefined>(undefined);
  const confirm = useConfirm(onDone);
  const mayAnswer = session.value.state === "signed in" && session.value.rights === "answer";
  const isWhole = ask.seenInPart !== true && ask.input.length <= MOST_SHOWN;
  const deny = async () => {
    const got = await askJson<object>(`/v1/asks/${ask.id}`, { body: { hash: ask.hash, verdict: "deny" } });
    problem.value = got.ok ? "" : got.message;
    onDone();
  };
  const allow = (more: Partial<Extract<Confirming, { kind: "approve" }>> = {}) =>
    confirm.begin({ kind: "approve", ask: ask.id, hash: ask.hash, ...more });
  const isQuestion = ask.kind === "question";
  return (
    <>
      {isQuestion && (
        <Answers
          of={ask.questions ?? []}
          onChange={(answers) => {
            given.value = answers;
          }}
        />
      )}
      <p class="facts" role="timer">
        {timeLeft(ask, left, durationText)}
      </p>
      {!mayAnswer && (
        <p class="quiet">
          This page can only show things. Run <code>snaphook page</code> in a terminal of your own to answer here.
        </p>
      )}
      {mayAnswer && confirm.step.value === undefined && (
        <div class="actions">
          <button type="button" onClick={deny} title="Key d, in this card" data-key="d">
            {isQuestion ? "Decline to answer" : "Deny"}
          </button>
          {isWhole && isQuestion && (
            <button type="button" disabled={given.value === undefined} onClick={() => allow({ answers: given.value! })}>
              Send answers
            </button>
          )}
          {isWhole && !isQuestion && (
            <button type="button" onClick={() => allow()}>
              Allow once
            </button>
          )}
          {isWhole && (ask.kind ?? "permission") === "permission" && (
            <button type="button" onClick={() => allow({ scope: "again" })} title="This exact call, in this session">
              Allow for 60 minutes
            </button>
          )}
          {!isWhole && <p class="quiet">Not all of this call is known here, so it can only be denied.</p>}
        </div>
      )}
      <Confirm of={confirm} />
      {problem.value !== "" && (
        <p class="problem" role="alert">
          <Text of={problem.value} />
        </p>
      )}
    </>
  );
}
