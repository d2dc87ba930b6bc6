/** Tools that act on many machines: the command they run there is matched as text. */

import type { Effect } from "../../model/effect.js";
import { serviceEffect, serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";
import { isGiven, optionValue } from "../../services/options.js";
import type { Program } from "../contract.js";

const tables = serviceProgram([
  {
    names:
      listed(`ansible-galaxy ansible-vault knife puppet chef salt-key salt-run bolt foreman hammer juju maas cobbler ipmitool
      chef-client`),
    where: "on shared machines",
    depth: 3,
    taking: listed(`-c --config -m --model -H -U -P -I`),
    rules: {
      "-D|--delete-all|-d|--delete": ["risky", "removes machines from the inventory"],
      "role|collection|module|agent|resource *": "ordinary",
      "destroy-model|destroy-controller|kill-controller": [
        "destructive",
        "destroys machines and everything that runs on them",
      ],
      "node|client|environment|role|data|cookbook delete|bulk|purge": [
        "risky",
        "deletes configuration that machines are built from",
      ],
      "chassis power off|cycle|reset": ["risky", "powers off a machine"],
    },
    instead: "list what would be affected (`knife node list`), and ask the user to do it",
  },
]);

const LOSSES =
  /\b(?:rm\s+-[a-z]*[rf]|mkfs|dd\s+if=|shutdown|reboot|poweroff|halt|userdel|drop\s+(?:table|database)|state=absent|systemctl\s+(?:stop|disable)|cmd\.run\s+.{0,80}\brm\b|file\.remove|pkg\.(?:remove|purge)|user\.delete|system\.(?:shutdown|reboot|poweroff|halt))/i;

/** Shared machines, by inventory or group name. */
const LIVE = /(?:^|[\s/=_-])(?:prod|production|live|prd)(?:$|[\s/=_.-])/i;

const fleets: Program = {
  names: [
    ...tables.names,
    "ansible",
    "ansible-playbook",
    "salt",
    "salt-ssh",
    "salt-call",
    "pssh",
    "parallel-ssh",
    "clush",
    "pdsh",
    "dsh",
    "mussh",
    "bssh",
    "fab",
  ],
  effects(invocation, where) {
    if (tables.names.includes(invocation.program!)) return tables.effects(invocation, where);
    if (isGiven(invocation, ["-C", "--check", "--help"]) || isGiven(invocation, ["test=true"])) return [];
    const told = optionValue(invocation, ["-a", "--args"]) ?? "";
    const line = invocation.args.map(({ text }) => text).join(" ");
    if (invocation.program === "ansible-playbook")
      return LIVE.test(line) && !isGiven(invocation, ["--syntax-check", "--list-hosts", "--list-tasks", "--list-tags"])
        ? [
            serviceEffect(invocation, {
              severity: "risky",
              what: "changes shared machines",
              instead: "try it first: `ansible-playbook site.yml --check --diff`",
            }),
          ]
        : [];
    if (!LOSSES.test(told) && !LOSSES.test(line.slice(0, 10_000))) return [];
    const effect: Effect = serviceEffect(invocation, {
      severity: "destructive",
      what: "deletes or stops resources on many machines",
      instead: "try it first: `ansible-playbook site.yml --check --diff`",
    });
    return [effect];
  },
};

export default fleets;
