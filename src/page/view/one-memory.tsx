/** One memory: where it comes from, who was given it, and why it was withheld. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { MemoryDetail, MemoryRow } from "../../daemon/http/schemas/page-types.js";
import { useLoaded } from "../state/load.js";
import { linkTo } from "../state/route.js";
import { session } from "../state/session.js";
import { Confirm, type Confirmer, useConfirm } from "./confirm.js";
import { momentText, plural } from "./format.js";
import { isTrusted } from "./memory.js";
import { type NamedValue, NamedValues } from "./named-values.js";
import { Problem } from "./problem.js";
import { Text } from "./text.js";

export function OneMemory({ id }: { readonly id: string }) {
  const again = useSignal(0);
  const verb = useRef<Verb>("pin");
  const confirm = useConfirm(() => again.value++);
  const step = confirm.step.value;
  const isForgotten = verb.current === "forget" && step?.state === "over" && step.done;
  // Its records are removed before the terminal says so: it is not asked for meanwhile.
  const mayBeGone = verb.current === "forget" && step !== undefined && (step.state !== "over" || step.done);
  const got = useLoaded<MemoryDetail>(`/v1/memories/${encodeURIComponent(id)}`, again.value, !mayBeGone).value;
  return (
    <section class="screen scroll">
      <div class="bar">
        <h1>Memory</h1>
        <a href={linkTo("memory")}>All memories</a>
      </div>
      <div class="detail">
        {got?.ok === true && !isForgotten && <Detail of={got.body} />}
        <Problem of={got} what="the memory" />
        {got?.ok === true && <Actions memory={got.body.memory} verb={verb} confirm={confirm} />}
      </div>
    </section>
  );
}

function Detail({ of }: { readonly of: MemoryDetail }) {
  const { memory, gone, conflict, shown } = of;
  const given = shown.filter(({ outcome }) => outcome === "shown").length;
  const withheld = shown.filter(({ outcome }) => outcome.startsWith("withheld")).length;
  return (
    <>
      <section aria-label="Text" class={isTrusted(memory.trust) ? "" : "untrusted"}>
        <pre class="input">
          <Text of={memory.text} lines />
        </pre>
        {TRUST_TEXT[memory.trust] !== undefined && (
          <p class="quiet">
            {TRUST_TEXT[memory.trust]} Review it with <code>snaphook memory review {memory.id}</code> in your terminal.
          </p>
        )}
        {gone.length > 0 && (
          <p class="problem">
            Withheld: the line that it cites is gone from <Text of={gone.join(", ")} />.
          </p>
        )}
        {conflict !== undefined && (
          <p>
            Another one says nearly the same:{" "}
            <a href={linkTo("memories", conflict.id)}>
              <Text of={conflict.text} most={200} />
            </a>
            . <code>snaphook memory review {conflict.id}</code> or <code>{memory.id}</code> decides.
          </p>
        )}
      </section>
      <Facts of={memory} />
      <section>
        <h2>
          Given to agents {plural(given, "time")}, withheld {plural(withheld, "time")}
        </h2>
        {shown.length === 0 ? (
          <p class="quiet">It fitted no event so far.</p>
        ) : (
          <div class="scrolls">
            <table>
              <thead>
                <tr>
                  <th>Time</th>
                  <th>Outcome</th>
                  <th>Event</th>
                  <th>Session</th>
                  <th class="number">Score</th>
                </tr>
              </thead>
              <tbody>
                {shown.map((one, index) => (
                  <tr key={index}>
                    <td>
                      <time>{momentText(one.at)}</time>
                    </td>
                    <td>{OUTCOMES[one.outcome]}</td>
                    <td>
                      <Text of={one.event} />
                    </td>
                    <td>
                      {one.session !== undefined && (
                        <a href={linkTo("session", one.session)}>
                          <Text of={one.session} />
                        </a>
                      )}
                    </td>
                    <td class="number">{one.score.toFixed(2)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </>
  );
}

const TRUST_TEXT: Readonly<Partial<Record<MemoryRow["trust"], string>>> = {
  model: "A model wrote this text. Agents are not given it unless you review it, or your settings trust models.",
  imported: "This text was imported. Agents are never given it before you review it.",
  external:
    "Text from elsewhere was in the session that this comes from. Agents are never given it before you review it.",
};

const OUTCOMES: Readonly<Record<MemoryDetail["shown"][number]["outcome"], string>> = {
  shown: "given",
  used: "used by the session",
  "withheld: stale": "withheld: its cited line was gone",
  "withheld: trust": "withheld: not trusted enough",
  "withheld: suspicious": "withheld: its text gives orders",
  "withheld: budget": "withheld: no room left in the session's budget",
  "withheld: seen": "withheld: the session has it already",
  "withheld: branch": "withheld: learned on another branch",
  "withheld: below band": "withheld: it covers too little of the prompt",
  "withheld: holdout": "withheld: this session is given nothing, for comparison",
};

function Facts({ of }: { readonly of: MemoryRow }) {
  const { place, cites = [] } = of;
  const rows: NamedValue[] = [
    ["Id", of.id],
    ["Status", of.status === "active" ? "in use" : of.status === "superseded" ? "replaced" : of.status],
    ["Type", `${of.type}${of.pinned === true ? ", pinned" : ""}`],
    ["Trust", of.trust],
    ["Project", <Text of={of.scope} />],
    ["Learned", `${momentText(of.createdAt)}, observed ${plural(of.count, "time")}`],
  ];
  if (of.session !== undefined)
    rows.push([
      "Source",
      <>
        <Text of={of.agent ?? "agent"} /> in{" "}
        <a href={linkTo("session", of.session)}>
          <Text of={of.session} />
        </a>
      </>,
    ]);
  if (of.file !== undefined) rows.push(["About", <Text of={of.file} />]);
  if (cites.length > 0) rows.push(["Cites", <Text of={cites.map(({ file }) => file).join(", ")} />]);
  if (place?.branch !== undefined) rows.push(["Branch", <Text of={place.branch} />]);
  if (of.supersededBy !== undefined)
    rows.push([
      "Replaced by",
      <a href={linkTo("memories", of.supersededBy)}>
        <Text of={of.supersededBy} />
      </a>,
    ]);
  return <NamedValues of={rows} />;
}

type Verb = "pin" | "resolve" | "forget";

interface ActionsProps {
  readonly memory: MemoryRow;
  /** The last that was pressed. */
  readonly verb: { current: Verb };
  readonly confirm: Confirmer;
}

/** As `memory pin`, `memory resolve` and `forget` do it. */
function Actions({ memory, verb, confirm }: ActionsProps) {
  const mayAnswer = session.value.state === "signed in" && session.value.rights === "answer";
  const begin = (wanted: Verb) => {
    verb.current = wanted;
    void confirm.begin({ kind: "memory", verb: wanted, memory: memory.id });
  };
  return (
    <>
      {mayAnswer && confirm.step.value === undefined && (
        <div class="actions">
          <button type="button" onClick={() => begin("pin")}>
            {memory.pinned === true ? "Unpin" : "Pin"}
          </button>
          <button type="button" onClick={() => begin("resolve")}>
            {memory.status === "active" ? "Take out of use" : "Use again"}
          </button>
          <button type="button" onClick={() => begin("forget")}>
            Forget
          </button>
        </div>
      )}
      <Confirm of={confirm} />
    </>
  );
}
