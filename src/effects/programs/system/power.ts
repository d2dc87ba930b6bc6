/** Powers off or restarts the machine. */
import { programOf, type Rule } from "../../model/rules.js";

const INSTEAD = "ask the user to do it";
const off = (names: readonly string[], more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "machine",
  severity: "destructive",
  what: "powers off or restarts the machine and loses unsaved work",
  instead: INSTEAD,
  ...more,
});

export default programOf([
  off(["shutdown"], { unless: / (?:-c|--show|-k|\/a)(?:\s|$)/ }),
  off(["shutdown"], {
    when: / -k(?:\s|$)/,
    asRoot: true,
    kind: "send",
    severity: "risky",
    what: "tells everybody who is logged in that the machine goes down",
  }),
  off(["reboot", "halt", "poweroff", "fastboot", "fasthalt"], {
    unless: / (?:-w|--wtmp-only|-d|--no-wtmp|devices|getvar|flash|oem|boot|--list)(?:\s|$)/,
  }),
  off(["init", "telinit"], { when: /^ (?:0|6|1|s|S)$/, asRoot: true }),
  off(["systemctl"], {
    when: / (?:reboot|poweroff|halt|kexec|soft-reboot|exit|emergency|rescue)(?:\s|$)/,
    unless: / (?:--user|--dry-run|status|cat|show|list-\w+)(?:\s|$)/,
  }),
  off(["loginctl"], { when: / (?:poweroff|reboot|halt)(?:\s|$)/ }),
  off(["rtcwake"], { when: / (?:-m|--mode)[ =](?:off|disk|mem|standby|freeze)(?:\s|$)/ }),
  off(["pmset"], { when: / (?:halt|shutdown|restart)/ }),
  off(["kexec"], { when: / (?:-e|--exec)/ }),
  off(["stop-computer", "restart-computer"]),
  off(["ipmitool"], { when: / power (?:off|cycle|reset|soft)/ }),
]);
