/** Ended processes. Ending own processes by PID or name is everyday work; ending all or essential ones is not. */
import { operands } from "../../model/arguments.js";
import type { Effect, Severity } from "../../model/effect.js";
import type { Invocation } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { upstream } from "../../model/upstream.js";
import { WATCHERS } from "../../model/watchers.js";
import type { Program } from "../contract.js";

const INSTEAD = "end one process by its PID, such as `kill 12345`; `ps aux` lists them";
const NEEDED =
  /^(?:init|NetworkManager|networkd-dispatcher|wpa_supplicant|dhclient|dhcpcd|cron|crond|atd|polkitd|udevd|rsyslogd|journald|gdm3?|lightdm|sddm|plasmashell|pipewire|pulseaudio|xfce4-session|gnome-session\S{0,20}|cinnamon|mutter|X|Xwayland|tailscaled|libvirtd|snapd|cupsd|bluetoothd|SystemUIServer|mds|coreaudiod|cfprefsd|dwm(?:\.exe)?|smss(?:\.exe)?|services(?:\.exe)?|systemd(?:-\w+)?|launchd|sshd|dbus-daemon|Xorg|gnome-shell|kwin\w*|WindowServer|loginwindow|Finder|Dock|explorer(?:\.exe)?|lsass(?:\.exe)?|csrss(?:\.exe)?|winlogon(?:\.exe)?|svchost(?:\.exe)?|dockerd|containerd|kubelet|login|agetty)$/i;
const WATCHES = new RegExp(`^\\W{0,2}${WATCHERS}\\W{0,2}$`, "i");

const STORES =
  /^\W{0,2}(?:postgres|postmaster|mysqld|mariadbd|mongod|redis-server|rabbitmq-server|elasticsearch|kafka|etcd|clickhouse-server|sqlservr|influxd|memcached)\W{0,2}$/i;
const FORCED = / -(?:9|KILL|SIGKILL|s ?(?:9|KILL|SIGKILL))(?:\s|$)/i;
/** Security, audit and monitoring processes, by their names. */
const GUARDS =
  /^(?:[\w.]{1,20}[-_])?(?:(?:guard|security|audit|watchdog|sandbox|policy|hooks?|integrity|compliance)[-_]?(?:agent|daemon|d|service|svc|monitor|sensor|watcher|engine)|guard|watchdog|edr|siem|antivirus|firewall)$|^(?:newrelic|datadog|splunk|elastic|nessus|tanium|zabbix|nagios|prometheus|node_exporter|filebeat|fluent\S{0,4}|MsMpEng|SenseIR|MsSense|CSFalcon\S{0,20}|osqueryd)[\w.-]{0,30}$/i;
/** Runtimes: ending them by name also ends programs of other users, and the agent. */
const RUNTIME =
  /^(?:node|nodejs|python[\d.]{0,4}|java|ruby|php|dotnet|deno|bun|perl|go|beam\.smp|bash|zsh|sh|ssh)(?:\.exe)?$/i;
const ALL_OF_RUNTIME = [
  "risky",
  "ends every program of a runtime, including the agent and programs of others",
] as const;

const processes: Program = {
  names: ["kill", "killall", "pkill", "killall5", "skill", "taskkill", "stop-process", "fuser", "xkill", "tskill"],
  effects(invocation) {
    if (asksForHelp(invocation)) return [];
    const found = ended(invocation) ?? endedUnseen(invocation) ?? endedServer(invocation);
    return found === undefined ? [] : [processEffect(invocation, ...found)];
  },
};

export default processes;

/** Ports of databases, queues and of the machine itself. Other ports are those of a project under development. */
const KEPT_PORT =
  "(?:22|1433|1521|2375|2376|2379|3306|5432|5672|6379|6443|7687|8500|9042|9092|9200|11211|15672|26257|27017)";
const SERVER = ["risky", "ends the server on a port that databases or the machine use"] as const;
const LISTENING = new RegExp(`\\blsof\\b[^|)]{0,100}:${KEPT_PORT}(?!\\d)`);
const CONNECTED = /\blsof\b(?=[^|)]{0,60} -\w{0,6}i)(?![^|)]{0,100}:\d)[^|)]{0,60}(?:[|)`]|$)/;
const UNCLEAN = ["risky", "ends a database server without a clean shutdown"] as const;
/** Searches for processes by name: `pgrep -f NAME`, `grep '[n]ame'`. */
const FOUND = /\b(?:pgrep|pidof|[ef]?grep)(?: -\w{1,6}){0,3} ["']?(\[?\w\]?[\w.-]{1,40})(?=["')` |]|$)/g;
/** All processes of a runtime, found by its name alone. */
const RUNTIMES = "(?:node|nodejs|python[\\d.]{0,4}|java|ruby|php|dotnet|deno|bun|perl)";
const FOUND_RUNTIME = new RegExp(
  `\\bpgrep(?: -\\w{1,4}){0,3} ["']?${RUNTIMES}["']?(?: |$|\\)|\`)|\\bgrep(?: -\\w{1,4}){0,2} ["']?${RUNTIMES}["']?(?: |$|\\))`,
);

/** By port or runtime: `kill -9 $(lsof -t -i:5432)`, `pgrep java | xargs kill -9`. */
function endedServer(invocation: Invocation): [Severity, string] | undefined {
  const line = lineOf(invocation);
  if (invocation.program === "fuser")
    return / -\w{0,4}k/.test(line) && new RegExp(` ${KEPT_PORT}(?:/tcp|/udp)?(?: |$)`).test(line)
      ? [...SERVER]
      : undefined;
  if (invocation.program !== "kill") return undefined;
  const listed = [
    ...invocation.args.filter(({ known }) => !known).map(({ source }) => source),
    ...(invocation.moreArgs ? upstream(invocation).map((one) => `${one.program ?? ""}${lineOf(one)}`) : []),
  ].map((text) => text.slice(0, 500));
  if (listed.some((text) => LISTENING.test(text))) return [...SERVER];
  const root = invocation.through.includes("sudo");
  if (root && listed.some((text) => /\blsof\b[^|)]{0,100}:(?:80|443)(?!\d)/.test(text))) return [...SERVER];
  const found = listed.flatMap((text) => [...text.matchAll(FOUND)].map(([, name = ""]) => name.replace(/[[\]]/g, "")));
  if (found.some((name) => NEEDED.test(name)))
    return ["destructive", "ends a process that the machine or the user needs"];
  if (FORCED.test(line) && found.some((name) => STORES.test(name))) return [...UNCLEAN];
  if (listed.some((text) => CONNECTED.test(text)))
    return ["destructive", "ends every process that has a network connection"];
  return FORCED.test(line) && listed.some((text) => FOUND_RUNTIME.test(text)) ? [...ALL_OF_RUNTIME] : undefined;
}

/** `ps … | xargs kill` without a filter. */
function endedUnseen(invocation: Invocation): [Severity, string] | undefined {
  const all = invocation.args.some(
    ({ source, known }) =>
      !known &&
      (/(?:\$\(|`)\s{0,4}(?:sudo\s{1,4})?ps\s(?!.{0,200}(?:grep|rg|-C\s|--ppid|-p\s|\/[^/]{1,60}\/|==|head|tail|fzf)).{0,200}\|/.test(
        source,
      ) ||
        /(?:\$\(|`)\s{0,4}(?:pgrep\s{1,4}-[uU]\s{1,4}\S{1,40}|ps\s{1,4}-?[a-zA-Z]{1,6}(?:\s{1,4}pid=?)?)\s{0,4}(?:\)|`)/.test(
          source,
        )),
  );
  const needed = invocation.args
    .map(({ source, known }) =>
      known ? undefined : /(?:\$\(|`)\s{0,4}(?:pidof|pgrep)(?:\s-\w{1,4}){0,2}\s([\w.-]{1,60})/.exec(source)?.[1],
    )
    .some((name) => name !== undefined && (NEEDED.test(name) || WATCHES.test(name) || GUARDS.test(name)));
  if (needed) return ["destructive", "ends a process that the machine or the user needs"];
  if (all && /^(?:kill|skill)$/.test(invocation.program ?? "")) return ["destructive", "ends every process it can"];
  if (
    /^stop-process$/i.test(invocation.program ?? "") &&
    upstream(invocation).some(
      ({ program, args }) => /^(?:get-process|gps|ps)$/i.test(program ?? "") && args.length === 0,
    ) &&
    !upstream(invocation).some(({ program }) => /^(?:where-object|select-object)$/i.test(program ?? ""))
  )
    return ["destructive", "ends every process it can"];
  if (!invocation.moreArgs || !/^(?:kill|skill|taskkill)$/.test(invocation.program ?? "")) return undefined;
  const before = upstream(invocation);
  const lists = before.some(
    ({ program, args }) =>
      (program === "ps" || (program === "lsof" && args.some(({ text }) => text === "/" || text === "-u"))) &&
      !args.some(({ text }) => /^(?:-C|-p|--pid|--ppid|-t|--tty)/.test(text)),
  );
  const picks = before.some(
    ({ program = "", args }) =>
      /^(?:[ef]?grep|rg|pgrep|fzf|head|tail)$/.test(program) ||
      (/awk$|^sed$/.test(program) && args.some(({ text }) => /\/[^/]{1,200}\/|==|~/.test(text))),
  );
  return lists && !picks ? ["destructive", "ends every process it can"] : undefined;
}

function ended(invocation: Invocation): [Severity, string] | undefined {
  const line = lineOf(invocation);
  const names = operands(invocation, ["-s", "--signal", "-n", "-u", "-g", "-t", "-P", "-G", "-U", "-o", "-y"]).map(
    ({ text }) => text,
  );
  switch (invocation.program?.toLowerCase()) {
    case "kill":
      return killed(line);
    case "killall5":
      return ["destructive", "ends every process on this machine"];
    case "fuser":
      return / -\w{0,4}k\w{0,4}\s(?:.{0,200} )?\/(?:home|var|usr|opt|mnt|)(?:\s|$)|\s\/ -\w{0,4}k| -\w{0,4}(?:km|mk)\w{0,4} \//.test(
        line,
      )
        ? ["destructive", "ends every process that uses the disk"]
        : undefined;
    case "xkill":
      return undefined;
    default:
      break;
  }
  if (/^ (?:-l|--list|-V)(?:\s|$)/.test(line)) return undefined;
  // macOS starts them again; settings take effect by it.
  if (/^killall$/i.test(invocation.program!) && /^ (?:Dock|Finder|SystemUIServer|cfprefsd)$/.test(line))
    return undefined;
  if (
    names.some((name) => NEEDED.test(name) || WATCHES.test(name) || GUARDS.test(name)) ||
    / \/im (?:MsMpEng|MsSense|SenseIR|CSFalcon\S{0,20}|smartscreen)/i.test(line) ||
    / \/im (?:explorer|lsass|csrss|winlogon|svchost)/i.test(line)
  )
    return ["destructive", "ends a process that the machine or the user needs"];
  if (names.some((name) => STORES.test(name)) && (FORCED.test(line) || / -(?:STOP|SIGSTOP|19)(?:\s|$)/.test(line)))
    return [...UNCLEAN];
  const runtimes = names.filter((name) => RUNTIME.test(name));
  const byName =
    (FORCED.test(line) && / -\w{0,4}f\w{0,4}(?:\s|$)/.test(line)) ||
    !/ -\w{0,4}[fxP]\w{0,4}(?:\s|$)| --(?:full|parent|exact)/.test(line) ||
    /^killall/.test(invocation.program!);
  if (runtimes.length > 1 || (runtimes.length === 1 && byName && names.length === 1 && FORCED.test(line)))
    return [...ALL_OF_RUNTIME];
  if (/ \/im (?:node|python3?|java|dotnet|ruby)\.exe/i.test(line) && / \/f(?:\s|$)/i.test(line))
    return [...ALL_OF_RUNTIME];
  if (
    names.some((name) => /^(?:\.?[*+]?|\.\*|\^?\.?\*?\$?|\[.{0,20}\])$/.test(name)) ||
    (/ -(?:u|U|-user|-uid|-euid)/.test(line) && names.length === 0)
  )
    return ["destructive", "ends every process of a user or of this machine"];
  return undefined;
}

/** `kill -1` is a signal; `kill -9 -1` means every process. */
function killed(line: string): [Severity, string] | undefined {
  if (/^ (?:-l|-L|--list|--table)(?:\s|$)/.test(line)) return undefined;
  if (/^ -?(?:-?s(?:ignal)?[ =])?-?\w{1,10} (?:.{0,200} )?-1(?:\s|$)|^ -- -1(?:\s|$)|^ -1 -1(?:\s|$)/.test(line))
    return ["destructive", "ends every process it can"];
  if (/ 1(?:\s|$)/.test(line) && !/ (?:-0|-s 0|-n)(?:\s|$)/.test(line))
    return ["destructive", "ends the init process, which all others depend on"];
  return undefined;
}

function processEffect(invocation: Invocation, severity: Severity, what: string): Effect {
  return effectOf(invocation, { kind: "process", severity, what, instead: INSTEAD });
}
