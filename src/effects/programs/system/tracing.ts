/** Looks into running programs of a person or of the machine: their calls, their memory, what goes over the network. */
import { programOf, type Rule } from "../../model/rules.js";

const looks = (
  names: readonly string[],
  when: RegExp,
  what = "reads what a running program does, with its secrets",
  more: Partial<Rule> = {},
): Rule => ({
  names,
  when,
  kind: "read",
  severity: "risky",
  what,
  instead: "start the program under the tracer instead (`strace -f -o trace.txt ./app`), or read its own logs",
  ...more,
});
const NETWORK = "records what goes over the network of the machine";

export default programOf([
  looks(["strace", "ltrace", "truss", "dtruss", "ktrace"], / (?:-[a-zA-Z]{0,6}p|--attach[ =]|-p ?)[\s\d"'$\uFFFC]/),
  looks(["dtrace"], / -n /, undefined, { unless: / -(?:l|c)(?:\s|$)/ }),
  looks(["bpftrace"], / (?:-e|-p|\S{1,100}\.bt)/, undefined, { unless: / (?:-l|--list)|-c /, asRoot: true }),
  looks(["sysdig", "falco"], / -w |^ -p|^ proc\./),
  looks(["perf"], /^ (?:trace|record|top) .{0,60}-(?:p|a)\b/, undefined, { asRoot: true }),
  looks(["perf"], /^ trace .{0,60}-p/),
  looks(["frida", "frida-trace", "objection", "xpcspy"], / (?:-n|--attach-name)[ =]/),
  looks(
    ["procdump", "procdump64", "createdump", "minidump"],
    / (?:-ma|-mp|-mm|lsass|--full|\d{2,})/i,
    "takes the memory of a running program, with its secrets",
  ),
  looks(
    ["rundll32"],
    /comsvcs\S{0,10}[ ,]{1,2}(?:MiniDump|#24)/i,
    "takes the memory of a running program, with its secrets",
  ),
  looks(
    ["mimikatz", "pypykatz", "lazagne", "nanodump", "dumpert", "impacket-secretsdump"],
    /^/,
    "takes the passwords of the machine",
  ),
  looks(
    ["tshark", "dumpcap", "ngrep", "tcpflow", "dsniff", "urlsnarf", "netsniff-ng", "pktmon"],
    / (?:-i|-w|-d|--in|start)[ =]?\S/,
    NETWORK,
    {
      unless: / (?:-r|-D|--list-interfaces)(?:\s|$)/,
      asRoot: true,
    },
  ),
  looks(
    ["bettercap", "ettercap", "arpspoof", "responder", "responder.py", "evilginx"],
    /^/,
    "puts itself between other programs and the network, and reads along",
    {
      unless: / (?:--version|--help|-h)(?:\s|$)/,
    },
  ),
  looks(
    ["gpg-connect-agent"],
    /\b(?:get_passphrase|export_key|get_secret)\b/i,
    "takes keys or passwords out of the agent that keeps them",
  ),
  looks(["secret-tool"], /^ lookup\b/, "takes a password out of the keyring of the user"),
  looks(
    ["kwallet-query", "keepassxc-cli", "kpcli"],
    / (?:-r|--read-password|show|export)\b/,
    "takes a password out of the keyring of the user",
  ),
  looks(["mitmproxy", "mitmdump", "mitmweb", "sslstrip"], /^/, NETWORK, { asRoot: true }),
  looks(
    ["gdb", "lldb"],
    /^(?=.{0,400}(?: -p ?\d| --attach-pid| attach )).{0,400}\b(?:system|execl?|dlopen)\(/,
    "runs code inside a running program",
  ),
  looks(["clipnotify", "clipcatd", "xclipd"], /^/, "watches what the user copies", {
    unless: / (?:--version|--help)(?:\s|$)/,
  }),
  looks(["wl-paste"], / (?:-w|--watch)(?:\s|$)/, "watches what the user copies"),
  looks(
    ["showkey", "evemu-record", "libinput"],
    / (?:-a|-k|-s|--ascii|--scancodes|\/dev\/input|debug-events)/,
    "records what is typed",
  ),
  looks(["screen"], / -[a-zA-Z]{0,4}x[a-zA-Z]{0,4} \S{1,40}\//, "joins the terminal session of another account"),
  looks(["tmux", "screen"], / -S \/tmp\/tmux-\d{1,9}\//, "joins the terminal session of another account"),
]);
