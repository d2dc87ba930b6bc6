import { ask } from "../../client/daemon-control.js";
import { finding } from "../../core/errors.js";
import { runningHooks } from "../../runtime/platform/running-hooks.js";
import { writeStop } from "../../sources/discover/stop-file.js";
import { type Command, OK, PROBLEMS } from "../command.js";
import { amount, json, paint, printFindings } from "../output/print.js";

const command: Command = {
  group: "Policy",
  summary: "Stop, now: deny every tool call until `snaphook on`.",
  usage: "",
  example: "snaphook stop-all",
  exits: { 1: "the stop could not be saved completely" },
  // Any caller may: it only makes things stricter.
  async run(call) {
    const problems = writeStop(call.places, Date.now());
    const { ended, rejected } = await endRunning(call.places);
    const findings = problems.map((why) => finding("FILE_UNWRITABLE", why));
    const inEffect = problems.length < 2;
    if (call.json) json(call, { stopped: inEffect, ended, rejected, problems: findings });
    else {
      printFindings(call, findings);
      call.out(inEffect ? paint("red", "Stopped: every tool call of every agent is denied.") : "Nothing was stopped.");
      call.out(`Ended ${amount(ended, "running hook call")}, rejected ${amount(rejected, "pending approval")}.`);
      if (inEffect) call.out("Commands that agents started before keep running; end them in the agent.");
      if (inEffect)
        call.out("To resume, run `snaphook on` yourself, in a terminal of your own: agents and scripts are refused.");
    }
    return problems.length === 0 ? OK : PROBLEMS;
  },
};

/** Ends hooks that run now, in the daemon and without it, and rejects calls that wait for a person. */
async function endRunning(places: Parameters<typeof ask>[0] & { readonly data: string }) {
  const reply = await ask(places, { method: "POST", path: "/v1/halt", body: {} });
  const inDaemon = reply.kind === "ok" ? reply.body : {};
  const alone = runningHooks(places).filter((pid) => {
    try {
      return process.kill(pid, "SIGTERM");
    } catch {
      return false; // ended meanwhile
    }
  });
  return { ended: Number(inDaemon["ended"] ?? 0) + alone.length, rejected: Number(inDaemon["rejected"] ?? 0) };
}

export default command;
