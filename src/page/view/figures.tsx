/** Figures of the last days: decisions, times, and how questions were answered. */
import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FiguresReply } from "../../daemon/http/schemas/page-types.js";
import { useLoaded } from "../state/load.js";
import { Chart } from "./chart.js";
import { Choice } from "./choice.js";
import { dayText, durationText, plural } from "./format.js";
import { Problem } from "./problem.js";
import { Text } from "./text.js";

const days = signal("7");

export function Figures() {
  const got = useLoaded<FiguresReply>(`/v1/figures?days=${days.value}`).value;
  return (
    <section class="screen scroll">
      <div class="bar">
        <h1>Figures</h1>
        <Choice
          label="Time"
          all=""
          of={days}
          values={[
            ["7", "7 days"],
            ["30", "30 days"],
          ]}
        />
      </div>
      <Problem of={got} what="figures" />
      {got?.ok === true && <Shown of={got.body} />}
    </section>
  );
}

const count = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 0 });

function Shown({ of }: { readonly of: FiguresReply }) {
  const { steps, questions, tools, hooks, isWhole, stepMs } = of;
  const charts = useMemo(
    () => ({
      times: steps.map(({ at }) => at),
      decisions: [
        { title: "Denied", color: "red", values: steps.map(({ denied }) => denied) },
        { title: "Asked", color: "amber", values: steps.map(({ asked }) => asked) },
      ] as const,
      latency: [
        { title: "p50", color: "green", values: steps.map(({ p50, events }) => (events === 0 ? null : p50)) },
        { title: "p95", color: "accent", values: steps.map(({ p95, events }) => (events === 0 ? null : p95)) },
        { title: "p99", color: "red", values: steps.map(({ p99, events }) => (events === 0 ? null : p99)) },
      ] as const,
      questions: [
        { title: "Asked", color: "amber", values: questions.steps.map(({ asked }) => asked) },
        { title: "Answered", color: "green", values: questions.steps.map(({ answered }) => answered) },
      ] as const,
    }),
    [of],
  );
  const events = steps.reduce((sum, step) => sum + step.events, 0);
  const denied = steps.reduce((sum, step) => sum + step.denied, 0);
  const asked = steps.reduce((sum, step) => sum + step.asked, 0);
  const axisText = (at: number) => dayText(at, false);
  const timeText = (at: number) => dayText(at, stepMs < DAY_MS);
  if (events === 0 && questions.asked === 0) return <p class="empty">No events in this time.</p>;
  return (
    <div class="detail">
      <p>
        {plural(events, "event")}, {count(denied)} denied, {count(asked)} asked.
        {!isWhole && " Only the newest 200,000 events are counted."}
      </p>
      <div class="charts">
        <Chart
          label="Denied and asked"
          times={charts.times}
          lines={charts.decisions}
          format={count}
          timeText={timeText}
          axisText={axisText}
        />
        <Chart
          label="Time to decide"
          times={charts.times}
          lines={charts.latency}
          format={durationText}
          timeText={timeText}
          axisText={axisText}
        />
        {questions.asked > 0 && (
          <Chart
            label="Questions to a person"
            times={charts.times}
            lines={charts.questions}
            format={count}
            timeText={timeText}
            axisText={axisText}
          />
        )}
      </div>
      <Questions of={questions} />
      <Table
        title="By agent and tool"
        heads={["Agent", "Tool"]}
        numbers={["Calls", "Denied", "Asked", "p50", "p95", "p99"]}
        rows={tools.map((row) => ({
          names: [row.agent, row.tool],
          numbers: [count(row.calls), count(row.denied), count(row.asked), ...timesOf(row)],
        }))}
      />
      <Table
        title="By hook"
        heads={["Hook", "Source"]}
        numbers={["Runs", "Failed", "p50", "p95", "p99"]}
        rows={hooks.map((row) => ({
          names: [row.hook, row.source],
          numbers: [count(row.runs), count(row.failures), ...timesOf(row)],
        }))}
      />
    </div>
  );
}

const DAY_MS = 24 * 3_600_000;

function timesOf({ p50, p95, p99 }: { readonly p50: number; readonly p95: number; readonly p99: number }): string[] {
  return [p50, p95, p99].map(durationText);
}

function Questions({ of }: { readonly of: FiguresReply["questions"] }) {
  const { asked, answered, channels } = of;
  if (asked === 0) return null;
  return (
    <>
      <p>
        {count(answered)} of {plural(asked, "question")} answered
        {answered > 0 && `, half of them within ${durationText(of.p50)}, 95 % within ${durationText(of.p95)}`}.
      </p>
      {channels.length > 0 && (
        <Table
          title="Questions by channel"
          heads={["Answered in"]}
          numbers={["Answered", "p50", "p95", "p99"]}
          rows={channels.map((row) => ({ names: [row.channel], numbers: [count(row.answered), ...timesOf(row)] }))}
        />
      )}
    </>
  );
}

interface TableProps {
  readonly title: string;
  readonly heads: readonly string[];
  readonly numbers: readonly string[];
  readonly rows: readonly { readonly names: readonly string[]; readonly numbers: readonly string[] }[];
}

function Table({ title, heads, numbers, rows }: TableProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <div class="scrolls">
        <table class="stacked">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head}>{head}</th>
              ))}
              {numbers.map((head) => (
                <th key={head} class="number">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.names.join("\n")}>
                {row.names.map((name, index) => (
                  <td key={index}>
                    <Text of={name} most={200} />
                  </td>
                ))}
                {row.numbers.map((number, index) => (
                  <td key={index} class="number" data-label={numbers[index]}>
                    {number}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
