/** Containers with access to their host: its disk, the container engine, its processes. */

import type { Effect } from "../../model/effect.js";
import { inputText } from "../../model/input-text.js";
import type { Invocation } from "../../model/invocation.js";
import { lineOf } from "../../model/rules.js";
import { isGiven, optionValues } from "../../services/options.js";
import type { Program } from "../contract.js";

/** The whole disk, or a directory with the host's accounts. */
const WHOLE_DISK = /^\/(?:etc|root|boot)?\/?(?::|$)|(?:^|,)(?:src|source)=\/(?:etc|root|boot)?\/?(?:,|$)/;
/** The container engine's socket. */
const SOCKET = /^\/(?:var\/)?run\/(?:docker|podman\/podman|containerd\/containerd)\.sock(?::|$)/;
const DISK = /^\/dev\/(?:[shv]d|xvd|nvme|mmcblk|dm-|mem|kmem)/;
/** The same in a `compose` file on standard input. */
const COMPOSED = /["'\s-]\/(?:etc|root|boot)?:\/|docker\.sock:|\bprivileged:\s{0,4}true/;
/** Fields of a pod. */
const OPEN_POD = /"(?:hostPID|hostIPC|hostNetwork|privileged)"\s?:\s?true|"hostPath"\s?:\s?\{\s?"path"\s?:\s?"\/"/;

/** Other sandboxes, with options that give access to the host. */
const ROOT = "(?:src=|source=)?\\/(?:etc|root|boot|home)?\\/?(?=[:,\\s]|$)";
const LXC = new RegExp(
  `security\\.(?:privileged|nesting)[= ]true|raw\\.(?:lxc|apparmor|idmap)| device add \\S+ \\S+ disk .{0,80}${ROOT}|lxc\\.apparmor\\.profile ?= ?unconfined`,
);
const OTHER_ROOMS: Readonly<Record<string, RegExp>> = {
  lxc: LXC,
  incus: LXC,
  "lxc-start": LXC,
  "systemd-nspawn": new RegExp(
    ` (?:--bind[ =]${ROOT}|-D \\/ |--directory=\\/(?:\\s|$)|--capability=(?:all|CAP_SYS_ADMIN))`,
  ),
  apptainer: new RegExp(` (?:-B|--bind)[ =]${ROOT}| --writable .{0,60}--no-home| --allow-setuid`),
  singularity: new RegExp(` (?:-B|--bind)[ =]${ROOT}| --allow-setuid`),
  flatpak:
    / (?:run|override)\b.{0,200}(?:--filesystem=(?:host|\/)|--device=all|--socket=session-bus.{0,40}--socket=system-bus)/,
  firejail: / --noprofile\b/,
  "docker-compose": / run\b.{0,100}(?:-v|--volume)[ =](?:\/:|\/var\/run\/docker\.sock)/,
};

function reachesMachine({ words }: Invocation): Effect {
  return {
    kind: "escalate",
    severity: "risky",
    certainty: "certain",
    words,
    what: "starts a container with access to the whole host",
    instead: "mount only the directory it needs: `docker run -v ./data:/data alpine ls /data`",
  };
}

const containerDoors: Program = {
  names: ["docker", "podman", "nerdctl", "finch", "kubectl", "oc", ...Object.keys(OTHER_ROOMS)],
  effects(invocation, where) {
    const other = OTHER_ROOMS[invocation.program!];
    if (other !== undefined) return other.test(lineOf(invocation)) ? [reachesMachine(invocation)] : [];
    const composed =
      invocation.args.some(({ text }) => text === "-f" || text === "--file") && inputText(invocation.input, where);
    const isComposed = typeof composed === "string" && COMPOSED.test(composed.slice(0, 20_000));
    if (
      !isComposed &&
      !invocation.args.some(({ text }) => text === "run" || text === "create" || text === "patch" || text === "exec")
    )
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
      isGiven(invocation, ["--privileged"]) ||
      isGiven(invocation, ["--pid=host", "--userns=host", "--uts=host", "--ipc=host"]) ||
      optionValues(invocation, ["--security-opt"]).some((text) =>
        /(?:seccomp|apparmor|systempaths)[=:]unconfined|label[=:]disable|no-new-privileges[=:]false/.test(text),
      ) ||
      optionValues(invocation, ["--cap-add"]).some((name) =>
        /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_MODULE|SYS_RAWIO|SYS_BOOT|DAC_READ_SEARCH|BPF|MAC_ADMIN)$/i.test(name),
      ) ||
      /(?:^|\s)nsenter\s.{0,60}(?:-t ?1|--target[ =]1)(?:\s|$)/.test(
        invocation.args
          .map(({ text }) => text)
          .join(" ")
          .slice(0, 2000),
      );
    if (!open) return [];
    return [reachesMachine(invocation)];
  },
};

export default containerDoors;

function isHome(mount: string, home: string): boolean {
  const from = mount.startsWith("~") ? `${home}${mount.slice(1)}` : mount;
  return from.startsWith(`${home}:`) || from.startsWith(`${home}/:`) || from.includes(`=${home},`);
}
