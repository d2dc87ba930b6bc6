import {
  changeExceptions,
  type Exception,
  isInForce,
  LONGEST_EXCEPTION_MS,
  readExceptions,
} from "../../builtins/_shared/state/exceptions.js";
import { type Finding, finding } from "../../core/errors.js";
import type { EventRecord } from "../../core/records/records.js";
import { shortRecordId } from "../../runtime/record/record-id.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { exceptable } from "../human/exceptable.js";
import { parseDuration } from "../input/duration.js";
import { findRecord, isRecordId } from "../input/find-record.js";
import { refusingUnusable } from "../input/read-store.js";
import { brief, json, oneLine, paint, refuse, safe, safeName } from "../output/print.js";
import { type Column, table } from "../output/table.js";
import { dayAndTime } from "../output/times.js";

const command: Command = {
  group: "Approvals",
  summary: "Allow one exact blocked call for a limited time.",
  usage: "ID --for TIME | --list | --end ID",
  example: "snaphook except 3f9a1c2d --for 7d",
  arguments: [{ kind: "text" }],
  options: {
    for: { type: "string", value: "TIME", help: "Duration, such as 2h or 7d (maximum: 30d)." },
    list: { type: "boolean", help: "List of current and past exceptions and rules." },
    end: { type: "string", value: "ID", help: "Decision or question whose exception or rule to end." },
  },
  exits: { 1: "no exception was created, or it needs a person" },
  run: (call) =>
    refusingUnusable(call, async () => {
      if (call.flags["list"]) return list(call);
      if (typeof call.flags["end"] === "string") return end(call, call.flags["end"]);
      const [id = ""] = call.args;
      const ms = duration(call.flags["for"]);
      if (!isRecordId(id) || ms === undefined)
        return refused(
          call,
          finding("USAGE", "give the id of a decision and a duration: `--for 2h` (maximum: 30d)"),
          MISUSE,
        );
      const checked = await call.person.isPerson();
      if (!checked.yes) return refused(call, checked.why);
      const record = await findRecord(call, id);
      if (record === undefined) return refused(call, finding("DECISION_UNKNOWN", `no decision has the id "${id}"`));
      if ("problem" in record) return refused(call, record.problem, MISUSE);
      const made = await exceptionOf(call, record, ms);
      if ("code" in made) return refused(call, made);
      show(call, made, record);
      const consent = await call.person.confirm(`allow this exact call until ${dayAndTime(made.until)}`);
      if (!consent.yes) return refused(call, consent.why);
      const unwritable = await change(call, (known) => [...known, { ...made, by: consent.by }]);
      if (unwritable !== undefined) return refused(call, unwritable);
      call.out(
        `The call is now allowed. Run \`snaphook except --end ${shortRecordId(record.id)}\` to end the exception earlier.`,
      );
      return OK;
    }),
};

function refused(call: Call, why: Finding, code = PROBLEMS): number {
  refuse(call, why);
  return code;
}

function duration(time: unknown): number | undefined {
  const ms = typeof time === "string" ? parseDuration(time) : undefined;
  return ms !== undefined && ms > 0 && ms <= LONGEST_EXCEPTION_MS ? ms : undefined;
}

type Unconfirmed = Omit<Exception, "by">;

/** Bound to the very call, the guard that stopped it and the project it was made in. */
async function exceptionOf(call: Call, record: EventRecord, ms: number): Promise<Unconfirmed | Finding> {
  const of = await exceptable(call, record);
  if ("code" in of) return of;
  const from = Date.now();
  const { payload, id } = record;
  return {
    ...of,
    from,
    until: from + ms,
    decision: id,
    what: `${String(payload["tool_name"])} ${JSON.stringify(payload["tool_input"])}`,
  };
}

/** As `runtime/record/summarise` writes what it does not keep. */
const HIDDEN = /"<\d+ chars>"/;

function show(call: Call, { guard, project, what }: Unconfirmed, { reason }: EventRecord): void {
  call.out(`${paint("bold", guard)} blocked this call in ${safeName(project)}:\n  ${brief(what, 1000)}`);
  if (reason !== undefined) call.out(`It said: ${safe(reason)}`);
  call.out(
    `An exception allows exactly this call there, for every agent. Any other call is still checked.${
      HIDDEN.test(what) ? " Values shown only by their length were not recorded; look in the file or the agent." : ""
    }`,
  );
}

/** Why nothing was changed; undefined when it was. */
async function change(
  { places }: Call,
  how: (known: readonly Exception[]) => readonly Exception[],
): Promise<Finding | undefined> {
  try {
    await changeExceptions(places.data, how);
    return undefined;
  } catch (error) {
    return finding("FILE_UNWRITABLE", `nothing was changed (${(error as Error).message})`);
  }
}

async function end(call: Call, id: string): Promise<number> {
  const now = Date.now();
  const ends = (one: Exception) => isRecordId(id) && one.decision.endsWith(id) && isInForce(one, now);
  if (!readExceptions(call.places.data).some(ends))
    return refused(call, finding("DECISION_UNKNOWN", `no active exception for "${id}"`));
  const unwritable = await change(call, (known) => known.map((one) => (ends(one) ? { ...one, until: now } : one)));
  if (unwritable !== undefined) return refused(call, unwritable);
  call.out("It has ended. The guard checks this call again.");
  return OK;
}

const COLUMNS: readonly Column[] = [
  { head: "decision" },
  { head: "state" },
  { head: "call", narrow: "cut", min: 20 },
  { head: "until" },
  { head: "guard", drop: 1 },
  { head: "project", drop: 2, narrow: "cut-path", min: 20 },
  { head: "from", drop: 3 },
  { head: "by", drop: 4 },
];

function list(call: Call): number {
  const now = Date.now();
  const known = readExceptions(call.places.data).map((one) => ({ ...one, active: isInForce(one, now) }));
  if (call.json) json(call, known);
  else if (known.length === 0) call.out("No exceptions.");
  else
    call.out(
      table(
        COLUMNS,
        known.map(({ active, decision, guard, what, project, from, until, by }) => [
          shortRecordId(decision),
          active ? paint("yellow", "active") : "ended",
          oneLine(what),
          dayAndTime(until),
          guard,
          oneLine(project),
          dayAndTime(from),
          oneLine(by.user),
        ]),
      ),
    );
  return OK;
}

export default command;
