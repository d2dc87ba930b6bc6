/** One call with everything that decided it: what `snaphook why` prints. */
import type { CallDetail, EventRow, HookRunRow } from "../../daemon/http/schemas/page-types.js";
import { useLoaded } from "../state/load.js";
import { linkTo } from "../state/route.js";
import { hasAgentGone, inputText, isObject, MARK_TEXT, markOf, toolOf } from "./event.js";
import { durationText, momentText } from "./format.js";
import { type NamedValue, NamedValues } from "./named-values.js";
import { Problem } from "./problem.js";
import { Text } from "./text.js";

export function Call({ id }: { readonly id: string }) {
  const loaded = useLoaded<CallDetail>(`/v1/calls/${encodeURIComponent(id)}`);
  const got = loaded.value;
  if (got?.ok !== true)
    return (
      <section class="screen">
        <div class="bar">
          <h1>Call</h1>
        </div>
        <Problem of={got} what="the call" />
      </section>
    );
  const { event, input, complete, effects, request } = got.body;
  const mark = markOf(event);
  return (
    <section class="screen scroll">
      <div class="bar head">
        <h1>
          <Text of={toolOf(event) ?? event.event} />{" "}
          {mark !== "none" && <span class={`mark ${mark}`}>{MARK_TEXT[mark]}</span>}
        </h1>
        <p class="facts">
          <Text of={event.event} /> of <Text of={event.agent} />, {momentText(event.at)}, decided in{" "}
          {durationText(event.ms)}
        </p>
      </div>
      <div class="detail">
        {input !== undefined && <Input input={input} complete={complete} event={event} />}
        <Facts event={event} request={request} />
        <FalseAlarm event={event} />
        <Hooks event={event} />
        <Effects effects={effects} event={event} />
        <Notes notes={event.notes} />
        <details>
          <summary>Record</summary>
          <pre>
            <Text of={JSON.stringify(event, null, 2)} lines />
          </pre>
        </details>
      </div>
    </section>
  );
}

type InputProps = Pick<CallDetail, "complete" | "event"> & { readonly input: NonNullable<CallDetail["input"]> };

function Input({ input, complete, event }: InputProps) {
  const { command } = input;
  const isCommand =
    typeof command === "string" && Object.keys(input).every((key) => ["command", "description"].includes(key));
  const remarks = [
    ...(event.input === undefined ? [] : ["After hooks changed it."]),
    ...(complete === false ? ["Cut when it was recorded; the rest is not available."] : []),
    ...(complete === "unknown" ? ["Recorded by an older version, which may have cut it."] : []),
    ...(Object.values(event.marks ?? {}).includes("redacted") ? ["Secrets are redacted."] : []),
  ];
  const before = event.payload["tool_input"];
  return (
    <section aria-label="Input">
      <pre class="input">
        <Text of={isCommand ? command : JSON.stringify(input, null, 2)} lines />
      </pre>
      {remarks.length > 0 && <p class="quiet">{remarks.join(" ")}</p>}
      {event.input !== undefined && isObject(before) && (
        <details>
          <summary>What the agent wanted</summary>
          <pre>
            <Text of={inputText(before) ?? ""} lines />
          </pre>
        </details>
      )}
    </section>
  );
}

function Facts({ event, request }: { readonly event: EventRow; readonly request: string | undefined }) {
  const { sent, verdict, reason, project, session, presence, policy, engine } = event;
  const isGone = hasAgentGone(event);
  const said = isGone ? reason : (sent?.reason ?? reason);
  const rows: NamedValue[] = [];
  if (said !== undefined) rows.push(["Reason", <Text of={said} lines />]);
  if (sent === undefined && verdict !== "none")
    rows.push(["Sent", "Unknown: recorded by a version that did not keep it"]);
  if (isGone) rows.push(["Sent", "nothing: the agent had gone"]);
  else if (sent !== undefined && sent.verdict !== verdict) {
    rows.push(["Decided", `${spoken(verdict)} by the hooks`]);
    rows.push(["Sent", `${spoken(sent.verdict)} to the agent`]);
  }
  if (sent?.did !== undefined && sent.did.length > 0) rows.push(["Received", <Text of={sent.did.join(", ")} />]);
  if (request !== undefined) rows.push(["Request", <Text of={request} lines />]);
  if (project !== undefined) rows.push(["Directory", <Text of={project} />]);
  if (session !== undefined)
    rows.push([
      "Session",
      <a href={linkTo("session", session)}>
        <Text of={session} />
      </a>,
    ]);
  rows.push([
    "Person",
    presence === "interactive" ? "at the agent" : presence === "headless" ? "not at the agent" : "unknown",
  ]);
  rows.push([
    "Record",
    <Text
      of={[event.id, policy && `policy ${policy.slice(0, 12)}`, engine && `version ${engine}`]
        .filter(Boolean)
        .join(", ")}
    />,
  ]);
  return <NamedValues of={rows} />;
}

/** As reasons name a call. */
const SHORT_ID = 8;

/** As `snaphook why` says it. */
function FalseAlarm({ event: { id, call, hooks, project, sent, verdict } }: { readonly event: EventRow }) {
  const isStopped = verdict !== "none" && (sent?.verdict ?? verdict) !== "allow";
  const by = hooks.find(({ outcome }) => outcome === verdict);
  if (!isStopped || call === undefined || project === undefined || by === undefined) return null;
  return (
    <p class="quiet">
      False alarm? <code>snaphook except {id.slice(-SHORT_ID)} --for 7d</code> in your terminal allows this exact call
      in this project, or says why it cannot.
    </p>
  );
}

const spoken = (verdict: string) => (verdict === "none" ? "no opinion" : verdict);

function Hooks({ event }: { readonly event: EventRow }) {
  const { hooks, verdict, notes } = event;
  const isPaused = notes.some(({ code }) => code === "SWITCHED_OFF");
  if (hooks.length === 0)
    return (
      <section>
        <h2>Hooks</h2>
        <p class="quiet">{isPaused ? "No hook ran: hooks were paused." : "No hook matched this call."}</p>
      </section>
    );
  return (
    <section>
      <h2>Hooks, in the order in which they ran</h2>
      <div class="scrolls">
        <table class="stacked runs">
          <thead>
            <tr>
              <th>Hook</th>
              <th>Answer</th>
              <th>What it said</th>
              <th>Source</th>
              <th class="number">Time</th>
            </tr>
          </thead>
          <tbody>
            {hooks.map((hook, index) => (
              <tr
                key={index}
                class={(hook.answered ?? hook.outcome) === verdict && verdict !== "none" ? "decided" : ""}
              >
                <td>
                  <Text of={hook.id} />
                </td>
                <td>
                  <span class={`mark ${markOfRun(hook)}`}>{spoken(hook.outcome)}</span>
                </td>
                <td>
                  <Said hook={hook} />
                </td>
                <td class="quiet">
                  <Text of={hook.source} />
                </td>
                <td class="number">{durationText(hook.ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function markOfRun({ outcome }: HookRunRow): string {
  return ["deny", "ask", "allow", "failed"].includes(outcome) ? outcome : "none";
}

function Said({ hook }: { readonly hook: HookRunRow }) {
  const { reason, cause, answered, did, would, stderr } = hook;
  const wouldBe = [would?.verdict, ...(would?.did ?? []), would?.reason].filter(Boolean).join(", ");
  return (
    <>
      {cause !== undefined && (
        <p>
          <Text of={cause} />
          {answered !== undefined && `, so its failure contract answered ${answered}`}
        </p>
      )}
      {reason !== undefined && (
        <p>
          <Text of={reason} lines />
        </p>
      )}
      {did !== undefined && did.length > 0 && (
        <p class="quiet">
          <Text of={did.join(", ")} />
        </p>
      )}
      {would !== undefined && (
        <p class="quiet">
          Only observes. It would have answered: <Text of={wouldBe} />
        </p>
      )}
      {stderr !== undefined && (
        <pre class="quiet">
          <Text of={stderr} lines />
        </pre>
      )}
    </>
  );
}

function Effects({ effects, event }: Pick<CallDetail, "effects" | "event">) {
  const isJudged = event.event === "PreToolUse" || event.event === "PermissionRequest";
  if (!isJudged || effects?.length === 0) return null;
  return (
    <section>
      <h2>What guards see in this call</h2>
      {effects === undefined ? (
        <p class="quiet">Not available without the complete input.</p>
      ) : (
        <ul class="effects">
          {effects.map((effect, index) => (
            <li key={index}>
              <span class={`mark ${effect.severity}`}>{effect.severity}</span>
              <span>
                <code>
                  <Text of={effect.words} />
                </code>{" "}
                <Text of={effect.what} />
                {effect.certainty !== "certain" && <span class="quiet"> ({effect.certainty})</span>}
                {effect.instead !== undefined && (
                  <span class="quiet">
                    . Instead: <Text of={effect.instead} />
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Notes({ notes }: Pick<EventRow, "notes">) {
  if (notes.length === 0) return null;
  return (
    <section>
      <h2>Notes</h2>
      <ul class="notes">
        {notes.map(({ code, message }, index) => (
          <li key={index}>
            <code>
              <Text of={code} />
            </code>{" "}
            {message !== undefined && <Text of={message} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
