import { finding } from "../../core/errors.js";
import { type Command, OK, PROBLEMS } from "../command.js";
import { daemonStatus, stopDaemon } from "../daemon-control.js";
import { json, refuse } from "../print.js";

const command: Command = {
  summary: "Stop the daemon; calls in hand are answered first. Hooks go on without it.",
  usage: "",
  example: "snaphook down",
  exits: { 1: "it did not stop" },
  async run(call) {
    const running = await daemonStatus(call);
    const stopped = running === undefined || (await stopDaemon(call));
    if (!stopped) {
      refuse(call, finding("DAEMON_FAILED", `the daemon (pid ${running.pid}) did not stop`));
      return PROBLEMS;
    }
    if (call.json) json(call, { stopped: running !== undefined });
    else call.out(running === undefined ? "No daemon runs." : "The daemon has stopped.");
    return OK;
  },
};

export default command;
