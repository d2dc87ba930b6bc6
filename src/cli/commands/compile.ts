import { ADAPTERS } from "../../adapters/_registry.js";
import { finding } from "../../core/errors.js";
import { mayRun } from "../../core/hooks/admission.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { launcherPath } from "../../runtime/wiring/command-line.js";
import { editorFor } from "../../runtime/wiring/formats/choose.js";
import { writeLauncher } from "../../runtime/wiring/launcher.js";
import { callsFor } from "../../runtime/wiring/wire.js";
import { groupForClaude } from "../../sources/dialects/cortex/group.js";
import { chosenAgents, wirePlaces } from "../agents/known-agents.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { openCallPlan, SOURCE_OPTIONS } from "../input/inputs.js";
import { jsonText, printFindings, refuse, safe, safeName } from "../output/print.js";

const command: Command = {
  group: "Agents",
  summary: "Print the config that `install` would write for an agent.",
  usage: "AGENT [--dialect cortex [--config FILE] [--tools LIST]]",
  example: `claude --settings "$(snaphook compile claude-code)"`,
  arguments: [{ kind: "agent" }],
  options: {
    dialect: {
      ...SOURCE_OPTIONS.dialect,
      help: "Set to cortex: Cortex's hooks as Claude Code settings.",
    },
    config: SOURCE_OPTIONS.config,
    tools: {
      type: "string",
      value: "LIST",
      help: "Comma-separated tools of the agent; hooks on other tools are left out.",
    },
  },
  exits: { 1: "the launcher could not be written" },
  async run(call) {
    const chosen = chosenAgents(call);
    if ("problem" in chosen || call.args.length !== 1) {
      const unnamed = finding("USAGE", "give one agent; `snaphook agents` lists them");
      refuse(call, "problem" in chosen && call.args.length === 1 ? chosen.problem : unnamed);
      return MISUSE;
    }
    const adapter = chosen.adapters[0]!;
    if (call.flags["dialect"] !== undefined) return printHooks(call, adapter.name);
    try {
      // What is printed calls it, so it has to be there.
      writeLauncher(call.places, Object.values(ADAPTERS));
    } catch (error) {
      const why = `the launcher could not be written (${(error as Error).message})`;
      refuse(call, finding("FILE_UNWRITABLE", why, { file: call.places.data }));
      return PROBLEMS;
    }
    for (const place of wirePlaces(adapter, call, "user")) {
      const edited = editorFor(adapter, place.file.format, launcherPath(call.places.data)).put(
        undefined,
        callsFor(place),
      );
      call.raw("text" in edited ? (edited.text ?? "") : edited.problem);
    }
    return OK;
  },
};

/** CF-12, CF-13: as Cortex starts its agents. They run the hooks themselves then, and Snaphook sees nothing of it. */
async function printHooks(call: Call, agent: string): Promise<number> {
  if (call.flags["dialect"] !== "cortex" || agent !== "claude-code") {
    refuse(call, finding("USAGE", "`--dialect` works with cortex and claude-code only"));
    return MISUSE;
  }
  const { entries, findings } = await openCallPlan(call);
  const own = entries.filter(({ hook }) => hook.dialect === "cortex");
  const tools = call.flags["tools"] as string | undefined;
  const isApproved = ({ state, source }: SourceEntry) => mayRun(state ?? source.state);
  const approved = own.filter(isApproved).map(({ hook }) => hook);
  const { settings, leftOut } = groupForClaude(
    approved,
    tools?.split(",").map((tool) => tool.trim()),
  );
  call.raw(jsonText(settings, 2));
  for (const { hook } of own.filter((entry) => !isApproved(entry)))
    call.err(`Left out "${safeName(hook.id)}": it is not approved.`);
  for (const { id, why } of leftOut) call.err(`Left out "${safeName(id)}": ${safe(why)}.`);
  printFindings(
    call,
    findings.filter(({ severity }) => severity === "error"),
  );
  return OK;
}

export default command;
