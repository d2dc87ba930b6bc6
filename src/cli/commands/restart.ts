import { RESTARTED, startDetached, stopDaemon, waitingAsks } from "../../client/daemon-control.js";
import { finding } from "../../core/errors.js";
import { loadSettings } from "../../daemon/lifecycle/settings.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import { stableProgramPath } from "../agents/stable-program-path.js";
import { type Command, OK, PROBLEMS } from "../command.js";
import { showEnded } from "../output/ask-lines.js";
import { json, printFindings, refuse } from "../output/print.js";

const command: Command = {
  group: "Maintenance",
  summary: "Restart the daemon with the current version and settings.",
  usage: "",
  example: "snaphook restart",
  exits: { 1: "the daemon could not be stopped or started" },
  async run(call) {
    if (!call.json) printFindings(call, (await loadSettings(call.places)).findings);
    const waiting = await waitingAsks(call.places);
    await stopDaemon(call.places, RESTARTED);
    showEnded(call, waiting);
    const started = await startDetached(call.places, stableProgramPath(call));
    if ("problem" in started) {
      refuse(call, finding("DAEMON_FAILED", started.problem, { file: daemonPlace(call.places).log }));
      return PROBLEMS;
    }
    if (call.json) json(call, started.status);
    else call.out(`The daemon is running (pid ${started.status["pid"]}).`);
    return OK;
  },
};

export default command;
