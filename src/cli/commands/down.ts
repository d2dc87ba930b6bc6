import { stopDaemon, waitingAsks, wasStopped } from "../../client/daemon-control.js";
import { finding } from "../../core/errors.js";
import { writePrivateFile } from "../../disk/files.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import { type Command, OK, PROBLEMS } from "../command.js";
import { showEnded } from "../output/ask-lines.js";
import { json, refuse } from "../output/print.js";

const command: Command = {
  group: "Maintenance",
  summary: "Stop the daemon until `snaphook up`. Hooks still run.",
  usage: "",
  example: "snaphook down",
  exits: { 1: "the daemon could not be stopped" },
  async run(call) {
    const place = daemonPlace(call.places);
    try {
      writePrivateFile(place.stopped, "");
    } catch {
      // A disk that refuses: then it ends all the same, and may be started by the next session.
    }
    const waiting = await waitingAsks(call.places);
    const how = await stopDaemon(call.places);
    if (how === "still there") {
      refuse(call, finding("DAEMON_FAILED", "the daemon could not be stopped", { file: place.log }));
      return PROBLEMS;
    }
    const stopped = wasStopped(call.places);
    if (call.json) json(call, { daemon: how, stopped });
    else {
      call.out(
        how === "was not running"
          ? "No daemon was running."
          : `The daemon was ${how === "killed" ? "killed: it did not answer" : "stopped"}.`,
      );
      showEnded(call, waiting);
      if (stopped) call.out("It will not start again until `snaphook up`.");
    }
    return OK;
  },
};

export default command;
