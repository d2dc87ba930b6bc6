/** Containers that reach the machine they run on: its whole disk, the engine that starts them, its processes. */

import { isGiven, optionValues } from "../services/options.js";
import type { Program } from "./contract.js";

const WHOLE_DISK = /^\/(?::|$)|(?:^|,)(?:src|source)=\/(?:,|$)/;

const containerDoors: Program = {
  names: ["docker", "podman", "nerdctl", "finch"],
  effects(invocation) {
    if (!invocation.args.some(({ text }) => text === "run" || text === "create")) return [];
    const mounts = optionValues(invocation, ["-v", "--volume", "--mount"]);
    const open =
      mounts.some((mount) => WHOLE_DISK.test(mount)) ||
      (isGiven(invocation, ["--privileged"]) && isGiven(invocation, ["--pid=host"]));
    if (!open) return [];
    return [
      {
        kind: "escalate",
        gravity: "risky",
        certainty: "certain",
        words: invocation.words,
        what: "starts a container that reaches the whole machine",
        instead: "give it only the folder it needs: `docker run -v ./data:/data alpine ls /data`",
      },
    ];
  },
};

export default containerDoors;
