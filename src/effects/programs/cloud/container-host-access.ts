/** Containers that reach the machine they run on: its whole disk, the engine that starts them, its processes. */

import { inputText } from "../../model/input-text.js";
import { isGiven, optionValues } from "../../services/options.js";
import type { Program } from "../contract.js";

/** The disk, or a folder that holds the accounts of the machine. */
const WHOLE_DISK = /^\/(?:etc|root|boot)?\/?(?::|$)|(?:^|,)(?:src|source)=\/(?:etc|root|boot)?\/?(?:,|$)/;
/** The way to the engine itself. */
const SOCKET = /^\/(?:var\/)?run\/(?:docker|podman\/podman|containerd\/containerd)\.sock(?::|$)/;
const DISK = /^\/dev\/(?:[shv]d|xvd|nvme|mmcblk|dm-|mem|kmem)/;
/** The same in a file for `compose` that comes on standard input. */
const COMPOSED = /["'\s-]\/(?:etc|root|boot)?:\/|docker\.sock:|\bprivileged:\s{0,4}true/;
/** Of a pod. */
const OPEN_POD = /"(?:hostPID|hostIPC|hostNetwork|privileged)"\s?:\s?true|"hostPath"\s?:\s?\{\s?"path"\s?:\s?"\/"/;

const containerDoors: Program = {
  names: ["docker", "podman", "nerdctl", "finch", "kubectl", "oc"],
  effects(invocation, where) {
    const composed =
      invocation.args.some(({ text }) => text === "-f" || text === "--file") && inputText(invocation.input, where);
    const isComposed = typeof composed === "string" && COMPOSED.test(composed.slice(0, 20_000));
    if (!isComposed && !invocation.args.some(({ text }) => text === "run" || text === "create" || text === "patch"))
      return [];
    const mounts = optionValues(invocation, ["-v", "--volume", "--mount"]);
    const pods = /^(?:kubectl|oc)$/.test(invocation.program ?? "");
    const open =
      isComposed ||
      (pods && isGiven(invocation, ["--privileged"])) ||
      (pods &&
        optionValues(invocation, ["--overrides", "-p", "--patch"]).some((text) =>
          OPEN_POD.test(text.slice(0, 20_000)),
        )) ||
      optionValues(invocation, ["--device"]).some((device) => DISK.test(device)) ||
      mounts.some((mount) => WHOLE_DISK.test(mount) || SOCKET.test(mount) || isHome(mount, where.home)) ||
      (isGiven(invocation, ["--privileged"]) && isGiven(invocation, ["--pid=host"])) ||
      (isGiven(invocation, ["--pid=host"]) && optionValues(invocation, ["--cap-add"]).length > 0) ||
      optionValues(invocation, ["--cap-add"]).some((name) =>
        /^(?:CAP_)?(?:ALL|SYS_MODULE|SYS_RAWIO|DAC_READ_SEARCH)$/i.test(name),
      ) ||
      /(?:^|\s)nsenter\s.{0,60}(?:-t ?1|--target[ =]1)(?:\s|$)/.test(
        invocation.args
          .map(({ text }) => text)
          .join(" ")
          .slice(0, 2000),
      );
    if (!open) return [];
    return [
      {
        kind: "escalate",
        severity: "risky",
        certainty: "certain",
        words: invocation.words,
        what: "starts a container that reaches the whole machine",
        instead: "give it only the folder it needs: `docker run -v ./data:/data alpine ls /data`",
      },
    ];
  },
};

export default containerDoors;

function isHome(mount: string, home: string): boolean {
  const from = mount.startsWith("~") ? `${home}${mount.slice(1)}` : mount;
  return from.startsWith(`${home}:`) || from.startsWith(`${home}/:`) || from.includes(`=${home},`);
}
