import { stopDaemon, wasStopped } from "../../client/daemon-control.js";
import { finding } from "../../core/errors.js";
import { writePrivateFile } from "../../disk/files.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import { type Command, OK, PROBLEMS } from "../command.js";
import { json, refuse } from "../output/print.js";

const command: Command = {
  summary: "End the daemon; agents' hooks go on without it, and it stays down until `up`.",
  usage: "",
  example: "snaphook down",
  exits: { 1: "it could not be ended" },
  async run(call) {
    const place = daemonPlace(call.places);
    try {
      writePrivateFile(place.stopped, "");
    } catch {
      // A disk that refuses: then it ends all the same, and may be started by the next session.
    }
    const how = await stopDaemon(call.places);
    if (how === "still there") {
      refuse(call, finding("DAEMON_FAILED", "the daemon does not end", { file: place.log }));
      return PROBLEMS;
    }
    const stopped = wasStopped(call.places);
    if (call.json) json(call, { daemon: how, stopped });
    else {
      call.out(
        how === "was not running"
          ? "No daemon was running."
          : `The daemon was ${how === "killed" ? "killed: it did not answer" : "ended"}.`,
      );
      if (stopped) call.out("It will not start again until `snaphook up`.");
    }
    return OK;
  },
};

export default command;
