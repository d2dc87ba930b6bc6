import { finding } from "../../core/errors.js";
import { HOOK_SYSTEM, readVerdict, VERDICT_SCHEMA } from "../../core/models/verdict.js";
import { openModels } from "../../runtime/models/open-models.js";
import { keyProblem, type ModelUsageReport, readModelUsage } from "../../runtime/models/usage.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { budgetLines } from "../health/model-budget.js";
import { json, oneLine, printFindings, refuse } from "../output/print.js";
import { type Column, table } from "../output/table.js";

const TEST_LIMIT_MS = 60_000;

const command: Command = {
  group: "Hooks",
  summary: "Show the models for prompt hooks and their budget, or test one.",
  usage: "[test [NAME]]",
  example: "snaphook models test small",
  arguments: [{ kind: ["test"] }, { kind: "text" }],
  exits: { 1: "the model did not answer, or models.json has an error" },
  async run(call) {
    const [action, name] = call.args;
    if (action !== undefined && action !== "test") {
      refuse(call, finding("USAGE", `\`models\` takes \`test\`, not "${oneLine(action)}"`));
      return MISUSE;
    }
    const usage = await readModelUsage(call.places);
    return action === undefined ? list(call, usage) : test(call, usage, name);
  },
};

function list(call: Call, { path, exists, file, findings, spent }: ModelUsageReport): number {
  const rows = Object.entries(file.models).map(([name, settings]) => ({
    name,
    kind: settings.kind,
    model: settings.model ?? "",
    url: settings.url ?? "",
    usedFor: Object.entries(file.use).flatMap(([purpose, used]) => (used === name ? [purpose] : [])),
    problem: keyProblem(settings, call.environment),
  }));
  const hasErrors = findings.some(({ severity }) => severity === "error");
  if (call.json) json(call, { path, models: rows, budget: file.budget, spent, findings });
  else {
    if (rows.length > 0)
      call.out(
        table(
          COLUMNS,
          rows.map((row) =>
            [row.name, row.kind, row.model, row.url, row.usedFor.join(", ") || "-", row.problem ?? "ready"].map(
              oneLine,
            ),
          ),
        ),
      );
    else
      call.out(
        `No models. Prompt and agent hooks answer their failure contract until ${path} ${exists ? "names" : "exists and names"} one.`,
      );
    for (const line of budgetLines(file.budget, spent)) call.out(line);
    printFindings(call, findings);
  }
  return hasErrors ? PROBLEMS : OK;
}

const COLUMNS: readonly Column[] = [
  { head: "name" },
  { head: "kind" },
  { head: "model", drop: 2 },
  { head: "url", drop: 3, narrow: "cut", min: 20 },
  { head: "used for", drop: 1 },
  { head: "state", narrow: "wrap", min: 16 },
];

/** Asks one harmless question. It counts in the budget. */
async function test(call: Call, { file, path }: ModelUsageReport, given: string | undefined): Promise<number> {
  const name = given ?? file.use.prompt;
  if (name === undefined || !Object.hasOwn(file.models, name)) {
    const known = Object.keys(file.models).join(", ") || "none";
    const what = name === undefined ? "`use.prompt` names no model" : `there is no usable model "${oneLine(name)}"`;
    refuse(call, finding("MODEL_UNKNOWN", `${what} in ${path} (models: ${known})`));
    return PROBLEMS;
  }
  const models = await openModels({ places: call.places, environment: call.environment });
  const started = performance.now();
  const reply = await models.ask({
    purpose: "prompt",
    model: name,
    system: HOOK_SYSTEM,
    text: 'This is a test of the connection. Answer {"ok": true, "reason": "", "impossible": false}.',
    schema: VERDICT_SCHEMA,
    read: readVerdict,
    limitMs: TEST_LIMIT_MS,
    signal: AbortSignal.timeout(TEST_LIMIT_MS),
  });
  const ms = Math.round(performance.now() - started);
  if (!reply.ok) {
    refuse(call, finding("MODEL_FAILED", `${name}: ${reply.failure.message} (${reply.failure.cause}, after ${ms} ms)`));
    return PROBLEMS;
  }
  const { value: answer, usage } = reply;
  if (call.json) json(call, { ok: true, model: name, ms, answer, usage: usage ?? null });
  else {
    const tokens = usage === undefined ? "" : `, ${usage.inputTokens} + ${usage.outputTokens} tokens`;
    call.out(`${name} answered in ${ms} ms${tokens}.`);
  }
  return OK;
}

export default command;
