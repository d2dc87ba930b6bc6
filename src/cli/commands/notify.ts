import { ADAPTER_LOADERS } from "../../adapters/_lazy.js";
import { NO_DECISION } from "../../core/decision/decision.js";
import { type Finding, finding } from "../../core/errors.js";
import type { HookEvent } from "../../core/events/payload.js";
import { lookUp } from "../../core/text/json.js";
import { recordOf } from "../../runtime/record/make-record.js";
import { newRecordId } from "../../runtime/record/record-id.js";
import { spool } from "../../runtime/record/spool.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { agentName, payloadIn } from "../input/inputs.js";
import { unknownAgent } from "../input/unknown-name.js";
import { json, refuse } from "../output/print.js";

const command: Command = {
  group: "Called by agents and scripts",
  summary: "Record an agent's notification (called by agents).",
  usage: "--agent NAME JSON",
  example: `snaphook notify --agent codex '{"type":"agent-turn-complete","thread-id":"t1","last-assistant-message":"done"}'`,
  arguments: [{ kind: "text", many: true }],
  options: { agent: { type: "string", value: "NAME", kind: "agent", help: "Agent that notifies." } },
  exits: { 1: "the notification could not be saved" },
  async run(call) {
    const read = await readNotification(call);
    if ("problem" in read) {
      refuse(call, read.problem);
      return MISUSE;
    }
    const { agent, event } = read;
    // Agents add kinds of notifications: one without an event is not an error.
    if (event === undefined || call.environment["SNAPHOOK_PRIVATE"] === "1") return said(call, null);
    const { cwd } = event.payload;
    const at = Date.now();
    const record = recordOf({
      id: newRecordId(at),
      at,
      way: "alone",
      agent,
      native: event.native?.event ?? event.name,
      event,
      decision: NO_DECISION,
      presence: "unknown",
      ...(cwd === undefined ? {} : { project: cwd }),
      ms: 0,
    });
    const kept = spool(call.places.state, record);
    if (!kept.written) {
      refuse(call, finding("FILE_UNWRITABLE", `the notification could not be saved: ${kept.why}`));
      return PROBLEMS;
    }
    return said(call, record.id);
  },
};

type Read = { readonly agent: string; readonly event: HookEvent | undefined } | { readonly problem: Finding };

async function readNotification(call: Call): Promise<Read> {
  const agent = agentName(call.flags["agent"] as string | undefined);
  const said = call.args.at(-1); // agents append it to arguments of the user's
  if (agent === undefined || said === undefined)
    return { problem: finding("USAGE", "give the agent with --agent and its notification as the last argument") };
  const load = lookUp(ADAPTER_LOADERS, agent);
  if (load === undefined) return { problem: unknownAgent(agent) };
  const adapter = (await load()).default;
  if (adapter.notified === undefined)
    return { problem: finding("USAGE", `${adapter.title} has no notification program`) };
  const read = payloadIn(said);
  return "problem" in read ? read : { agent, event: adapter.notified(read.payload) };
}

/** Silent without `--json`: the agent that started us ignores the output. */
function said(call: Call, kept: string | null): number {
  if (call.json) json(call, { kept });
  return OK;
}

export default command;
