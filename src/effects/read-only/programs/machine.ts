/** The machine: processes, services, logs, hardware. */
import { ALONE, ANY, type Options, SEEN, type Verbs } from "../rule.js";

/** Local only: a remote query runs another program. */
const LOCAL: Options = { not: "-H --host -M --machine" };

export default {
  "ps pgrep pidof pstree uptime who w last free vmstat iostat mpstat lscpu lsblk lsusb lspci lsmod lsns findmnt getent":
    SEEN,
  "acpi upower hostid": { not: "-o --output --out" },
  top: { options: "-b -n= -d= -p= -u= -H -l= -o= -s=", needs: "-b -l" },
  journalctl: {
    not: "--vacuum-size --vacuum-time --vacuum-files --rotate --flush --sync --relinquish-var --smart-relinquish-var --setup-keys --update-catalog --cursor-file --new-id128",
  },
  dmesg: { not: "-C -c -D -E -n -F --clear --read-clear --console-off --console-on --console-level --file" },
  systemctl: {
    options:
      "--user --system --no-pager -a --all -t= --type= --state= --failed -q --quiet -l --full --no-legend --plain -n= -p= --version --help -h",
    bare: true,
    verbs: {
      "status show cat list-units list-unit-files list-timers list-sockets list-dependencies list-jobs list-machines is-active is-enabled is-failed is-system-running get-default":
        LOCAL,
    },
  },
  loginctl: {
    bare: true,
    verbs: { "list-sessions list-users session-status user-status show-session show-user": LOCAL },
  },
  timedatectl: { bare: true, verbs: { "status show list-timezones timesync-status": LOCAL } },
  hostnamectl: { bare: true, verbs: { "status show": LOCAL } },
  localectl: { bare: true, verbs: { "status list-locales list-keymaps": LOCAL } },
  sysctl: {
    options: "-a -A -n -e -q -N -b -h -x -d --all --values --names --version",
    operands: (words) => !words.some((word) => word.includes("=")),
  },
  crontab: { options: "-l -u=", needs: "-l", operands: 0 },
  atq: ALONE,
  mount: ALONE,
  swapon: { options: "-s --show? --summary", needs: "-s --show --summary", operands: 0 },
  service: { options: "--status-all", needs: "--status-all", operands: 0 },
  "nvidia-smi": { options: "-L -q --query --list-gpus --query-gpu= --format= --query-compute-apps=", operands: 0 },
  "getfacl lsattr getfattr namei": ANY,
  "apropos man whatis": { not: "-P --pager -H --html -X --gxditview -C --config-file -T --troff -r --prompt" },
  info: { options: "--version --help" },
  tldr: { options: "-p= --platform= -l --list" },
  "clear tput": SEEN,
  tmux: { help: 0, verbs: { "ls list-sessions": ALONE } },
} satisfies Verbs;
