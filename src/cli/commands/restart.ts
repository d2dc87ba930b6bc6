import { finding } from "../../core/errors.js";
import { type Command, OK, PROBLEMS } from "../command.js";
import { daemonStatus, startInBackground, stopDaemon } from "../daemon-control.js";
import { json, refuse } from "../print.js";

const command: Command = {
  summary: "Stop the daemon and start it again in the background. Open questions are kept.",
  usage: "",
  example: "snaphook restart",
  exits: { 1: "it did not stop or did not come up" },
  async run(call) {
    const stopped = (await daemonStatus(call)) === undefined || (await stopDaemon(call));
    const status = stopped ? await startInBackground(call) : undefined;
    if (status === undefined) {
      refuse(call, finding("DAEMON_FAILED", stopped ? "the daemon did not come up" : "the daemon did not stop"));
      return PROBLEMS;
    }
    if (call.json) json(call, status);
    else call.out(`The daemon is up (pid ${status.pid}).`);
    return OK;
  },
};

export default command;
