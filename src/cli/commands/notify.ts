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
import { json, refuse } from "../output/print.js";

const command: Command = {
  summary: "Keep what an agent tells its notification program: its answer at the end of a turn.",
  usage: "--agent NAME JSON",
  example: `snaphook notify --agent codex '{"type":"agent-turn-complete","thread-id":"t1","last-assistant-message":"done"}'`,
  options: { agent: { type: "string", value: "NAME", help: "The agent that notifies." } },
  exits: { 1: "it could not be kept" },
  async run(call) {
    const read = await readNotification(call);
    if ("problem" in read) {
      refuse(call, read.problem);
      return MISUSE;
    }
    const { agent, event } = read;
    // Agents add kinds of notifications; one that tells of no event is no mistake of anybody's.
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
      refuse(call, finding("FILE_UNWRITABLE", `it could not be kept: ${kept.why}`));
      return PROBLEMS;
    }
    return said(call, record.id);
  },
};

type Read = { readonly agent: string; readonly event: HookEvent | undefined } | { readonly problem: Finding };

async function readNotification(call: Call): Promise<Read> {
  const agent = agentName(call.flags["agent"] as string | undefined);
  if (agent === undefined || call.args.length !== 1)
    return { problem: finding("USAGE", "name the agent with --agent, and pass what it said as the last argument") };
  const load = lookUp(ADAPTER_LOADERS, agent);
  if (load === undefined)
    return { problem: finding("AGENT_UNKNOWN", `"${agent}" is none of ${Object.keys(ADAPTER_LOADERS).join(", ")}`) };
  const adapter = (await load()).default;
  if (adapter.notified === undefined)
    return { problem: finding("USAGE", `${adapter.title} has no notification program`) };
  const read = payloadIn(call.args[0]!);
  return "problem" in read ? read : { agent, event: adapter.notified(read.payload) };
}

/** Silent but for machines: the agent started us, and nobody reads what we print. */
function said(call: Call, kept: string | null): number {
  if (call.json) json(call, { kept });
  return OK;
}

export default command;
