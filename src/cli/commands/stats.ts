import { finding } from "../../core/errors.js";
import { readModelUsage } from "../../runtime/models/usage.js";
import { type LoggedEvent, loggedEvents } from "../../runtime/record/read-hook-log.js";
import { type Command, MISUSE, OK } from "../command.js";
import { type HookStats, hookStats } from "../health/hook-stats.js";
import { budgetLines } from "../health/model-budget.js";
import { parseDuration } from "../input/duration.js";
import { json, oneLine, paint, refuse } from "../output/print.js";
import { type Column, table } from "../output/table.js";

const USUAL_SINCE = "7d";

const command: Command = {
  group: "Hooks",
  summary: "Show latency, failures and stopped calls per hook, and the use of models.",
  usage: "[--since 7d]",
  example: "snaphook stats --since 24h",
  options: {
    since: { type: "string", value: "TIME", help: `Period, such as 30m, 24h or 7d (default: ${USUAL_SINCE}).` },
  },
  async run(call) {
    const since = (call.flags["since"] ?? USUAL_SINCE) as string;
    const back = parseDuration(since);
    if (back === undefined) {
      refuse(call, finding("USAGE", `--since takes a time such as 30m, 24h or 7d, not "${since}"`));
      return MISUSE;
    }
    const from = Date.now() - back;
    const stats = hookStats(newerThan(from, loggedEvents(call.places.state)));
    const { exists, file, spent } = await readModelUsage(call.places);
    const models = exists || spent.calls > 0 ? { budget: file.budget, spent } : undefined;
    if (call.json) json(call, { since: new Date(from).toISOString(), hooks: stats, models });
    else if (stats.length === 0) call.out(`No hook ran in the last ${since}.`);
    else {
      call.out(table(COLUMNS, stats.map(row)));
      for (const { hook, remark } of stats)
        if (remark !== undefined) call.out(paint("yellow", `\n${oneLine(hook)} ${remark}.`));
    }
    if (!call.json && models !== undefined)
      call.out(`\nModels. ${budgetLines(models.budget, models.spent).join("\n")}`);
    return OK;
  },
};

function* newerThan(from: number, events: Iterable<LoggedEvent>): Generator<LoggedEvent> {
  for (const event of events) if (Date.parse(event.at) >= from) yield event;
}

const COLUMNS: readonly Column[] = [
  { head: "hook" },
  { head: "runs", align: "right" },
  { head: "stopped", align: "right" },
  { head: "would stop", align: "right", drop: 3 },
  { head: "failed", align: "right" },
  { head: "timeouts", align: "right", drop: 2 },
  { head: "p50 ms", align: "right", drop: 4 },
  { head: "p95 ms", align: "right" },
  { head: "slowest ms", align: "right", drop: 5 },
  { head: "source", drop: 6, narrow: "cut-path", min: 20 },
];

function row({ hook, source, ...figures }: HookStats): string[] {
  const { runs, p50, p95, slowest, failures, timeouts, stopped, wouldStop } = figures;
  return [
    oneLine(hook),
    ...[runs, stopped, wouldStop, failures, timeouts, p50, p95, slowest].map(String),
    oneLine(source),
  ];
}

export default command;
