/** Tools that act on many machines: the command they run there is matched as text. */

import { operands } from "../../model/arguments.js";
import type { Effect } from "../../model/effect.js";
import type { Invocation } from "../../model/invocation.js";
import { lineOf } from "../../model/rules.js";
import { serviceEffect, serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";
import { isGiven, optionValue } from "../../services/options.js";
import { readCommand } from "../../shell/read-command.js";
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
      "cloud.destroy|cloud.action|virt.purge|fileserver.clear_cache": ["risky", "destroys machines"],
      "chassis power off|cycle|reset": ["risky", "powers off a machine"],
    },
    instead: "list what would be affected (`knife node list`), and ask the user to do it",
  },
]);

const LOSSES =
  /\b(?:rm\s+-[a-z]*[rf]|mkfs|dd\s+if=|shutdown|reboot|poweroff|halt|userdel|drop\s+(?:table|database)|state=absent|systemctl\s+(?:stop|disable)|cmd\.run\s+.{0,80}\brm\b|file\.remove|pkg\.(?:remove|purge)|user\.delete|system\.(?:shutdown|reboot|poweroff|halt))/i;

/** Shared machines, by inventory or group name. */
const LIVE = /(?:^|[\s/=_-])(?:prod|production|live|prd)(?:$|[\s/=_.-])/i;

/** Modules of Ansible that only look, or whose command is read on its own. */
const ANSIBLE_LOOKS =
  /^(?:ansible\.\w{1,20}\.|community\.\w{1,20}\.)?(?:ping|win_ping|setup|gather_facts|debug|stat|win_stat|command|shell|raw|script|win_shell|win_command|slurp|find|getent|\w{1,40}_(?:facts|info)|assert|wait_for|wait_for_connection|fetch)$/;
/** Functions of Salt that change nothing by themselves. */
const SALT_LOOKS =
  /^(?:test|grains|status|sys|disk|sdb|config|mine|event|saltutil|manage|jobs|match|runtests|cp\.list\w{0,20})\.|^(?:pillar|cp|network|ps|pkg|service|user|group|file|mount|timezone|docker|git|http|cron|ip|dig)\.(?:get|items|item|ls|list|list\w{0,30}|show\w{0,20}|version\w{0,10}|latest_version|available|status|info|stats|exists|file_exists|directory_exists|find|search|read|grep|contains\w{0,10}|ping|interfaces|ip_addrs|netstat|top|active|is_mounted|query|A|enabled|disabled|get_\w{1,30}|ps|inspect\w{0,20}|logs|hash)$/;
const RUNS_TEXT = /^(?:cmd|cmdmod)\.(?:run|run_all|run_stdout|shell|exec_code|script)$/;
/** Words by which other tools of this kind change machines. */
const STOPS =
  /(?:^| )(?:stop|restart|disable|uninstall|purge|remove|delete|runall|runonce|absent|shutdown|reboot|ensure=(?:stopped|absent|purged)|action=(?:stop|restart|uninstall|disable)|state=(?:absent|stopped|purged|restarted))(?= |$)/i;
const TRY = "try it first: `ansible-playbook site.yml --check --diff`";
const LOOK_FIRST = "try it on one test machine first, and ask the user to run it on the others";

const OTHERS = ["mco", "bolt", "pyinfra", "puppet", "func", "rex", "rundeck", "rd", "capistrano"];
const FLEETS = listed(
  `ansible ansible-playbook salt salt-ssh salt-call pssh parallel-ssh clush pdsh dsh mussh bssh fab`,
);

const fleets: Program = {
  names: [...new Set([...tables.names, ...FLEETS, ...OTHERS])],
  effects(invocation, where) {
    if (OTHERS.includes(invocation.program!)) {
      const found = otherFleets(invocation);
      if (found.length > 0) return found;
    }
    if (tables.names.includes(invocation.program!)) return tables.effects(invocation, where);
    if (isGiven(invocation, ["-C", "--check", "--help"]) || isGiven(invocation, ["test=true"])) return [];
    const line = invocation.args.map(({ text }) => text).join(" ");
    if (invocation.program === "ansible-playbook")
      return LIVE.test(line) && !isGiven(invocation, ["--syntax-check", "--list-hosts", "--list-tasks", "--list-tags"])
        ? [serviceEffect(invocation, { severity: "risky", what: "changes shared machines", instead: TRY })]
        : [];
    const told = optionValue(invocation, ["-a", "--args"]) ?? "";
    if (LOSSES.test(told) || LOSSES.test(line.slice(0, 10_000)))
      return [
        serviceEffect(invocation, {
          severity: "destructive",
          what: "deletes or stops resources on many machines",
          instead: TRY,
        }),
      ];
    return changesMachines(invocation)
      ? [serviceEffect(invocation, { severity: "risky", what: "changes shared machines", instead: LOOK_FIRST })]
      : [];
  },
  further(invocation, where) {
    const text = remoteCommand(invocation);
    if (text === undefined) return { invocations: [], unclear: [] };
    const { invocations } = readCommand(text, where);
    return {
      unclear: [],
      invocations: invocations.map((one) => ({
        ...one,
        runs: "elsewhere",
        through: [invocation.program!, ...one.through],
      })),
    };
  },
};

export default fleets;

function changesMachines(invocation: Invocation): boolean {
  const words = operands(invocation, AD_HOC).map(({ text }) => text);
  if (invocation.program === "ansible") {
    const module = optionValue(invocation, ["-m", "--module-name"]);
    return module !== undefined && !ANSIBLE_LOOKS.test(module) && !/^(?:localhost|127\.0\.0\.1)$/.test(words[0] ?? "");
  }
  if (!/^salt(?:-ssh)?$/.test(invocation.program!)) return false;
  const act = words.find((word) => /^\w{1,30}\.\w{1,40}$/.test(word));
  return act !== undefined && !SALT_LOOKS.test(act) && !RUNS_TEXT.test(act) && !/ test=true/i.test(lineOf(invocation));
}

const AD_HOC = listed(
  `-m --module-name -a --args -i --inventory -u --user -f --forks -e --extra-vars -l --limit -t -b`,
);

/** The command line that the tool runs on other machines. */
function remoteCommand(invocation: Invocation): string | undefined {
  const { program } = invocation;
  if (program === "ansible") {
    const module = optionValue(invocation, ["-m", "--module-name"]) ?? "command";
    return /(?:^|\.)(?:command|shell|raw)$/.test(module) ? optionValue(invocation, ["-a", "--args"]) : undefined;
  }
  const words = operands(invocation).map(({ text }) => text);
  if (/^salt/.test(program!)) {
    const at = words.findIndex((word) => RUNS_TEXT.test(word));
    return at < 0 ? undefined : words[at + 1];
  }
  if (program === "bolt") return words[0] === "command" && words[1] === "run" ? words[2] : undefined;
  if (program === "pyinfra") {
    const at = words.indexOf("server.shell");
    return at < 0 ? undefined : words[at + 1];
  }
  return undefined;
}

function otherFleets(invocation: Invocation): Effect[] {
  const line = lineOf(invocation).slice(0, 2000);
  if (
    / (?:--noop|--dry|--dry-run|--help|help|find|facts|ping|inventory|show|list|status|parser|lookup|describe)(?= |$)/.test(
      line,
    )
  )
    return [];
  const acts =
    invocation.program === "puppet"
      ? /^ (?:resource \S{1,40} \S{1,80} \S|node (?:purge|deactivate|clean)|ssl clean|cert(?:ificate)? (?:clean|revoke|destroy))/.test(
          line,
        )
      : STOPS.test(line);
  return acts
    ? [serviceEffect(invocation, { severity: "risky", what: "changes shared machines", instead: LOOK_FIRST })]
    : [];
}
