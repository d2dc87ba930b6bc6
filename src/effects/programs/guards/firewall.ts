/** Firewalls, and what else keeps others out or watches: audit, SELinux, virus scanners. */
import { programOf, type Rule } from "../../model/rules.js";

const INSTEAD = "let the person change what guards the machine";
const asks = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "machine",
  severity: "risky",
  what,
  instead: INSTEAD,
  ...more,
});
const FIREWALL = "changes the firewall";
const OPENS = "takes the firewall away";

export default programOf([
  {
    ...asks(["iptables", "ip6tables", "iptables-legacy", "iptables-nft", "ebtables", "arptables"], OPENS, {
      when: / (?:-F|--flush|-X|--delete-chain|(?:-P|--policy) \w{1,20} ACCEPT)(?:\s|$)/,
    }),
    severity: "destructive",
  },
  asks(["iptables", "ip6tables", "iptables-legacy", "iptables-nft", "ebtables", "arptables"], FIREWALL, {
    when: / (?:-[ADIRPNEZ]|--(?:append|delete|insert|replace|policy))(?:\s|$)/,
  }),
  asks(["iptables-restore", "ip6tables-restore", "netfilter-persistent"], FIREWALL, {
    unless: / (?:-t|--test)(?:\s|$)/,
  }),
  { ...asks(["nft"], OPENS, { when: / (?:flush ruleset|delete table|flush table)/ }), severity: "destructive" },
  asks(["nft"], FIREWALL, { when: / (?:add|insert|delete|flush|replace|-f)(?:\s|$)/ }),
  { ...asks(["ufw"], OPENS, { when: / (?:disable|reset)(?:\s|$)/ }), severity: "destructive" },
  asks(["ufw"], FIREWALL, {
    when: / (?:allow|deny|reject|limit|delete|insert|enable|default|logging|route)(?:\s|$)/,
    unless: / --dry-run/,
  }),
  asks(["firewall-cmd"], FIREWALL, { when: / --(?:add|remove|set|panic|change|delete|new|direct|complete-reload)/ }),
  asks(["pfctl"], FIREWALL, { when: / -\w{0,4}[dFfk]/, unless: / -\w{0,4}n/ }),
  asks(["ipfw", "ipf"], FIREWALL, { when: / (?:flush|-f|add|delete|disable)(?:\s|$)/ }),
  asks(["netsh"], FIREWALL, {
    when: / (?:advfirewall|firewall).{0,200} (?:set|add|delete|reset)(?:\s|$)| (?:add|set) portproxy/i,
  }),
  asks(
    [
      "new-netfirewallrule",
      "remove-netfirewallrule",
      "disable-netfirewallrule",
      "set-netfirewallprofile",
      "set-netfirewallrule",
    ],
    FIREWALL,
  ),
  asks(["socketfilterfw"], FIREWALL, { when: / --(?:set|add|remove|unblock)/ }),
  {
    ...asks(["setenforce"], "switches off what holds programs within their bounds", { when: /^ (?:0|permissive)$/i }),
    severity: "destructive",
  },
  {
    ...asks(["aa-teardown"], "switches off what holds programs within their bounds"),
    severity: "destructive",
  },
  asks(["aa-disable"], "switches off what holds a program within its bounds"),
  {
    ...asks(["auditctl"], "stops the recording of what happens on the machine", {
      when: / (?:-e ?[012]|-D|-d|-W)(?:\s|$)/,
    }),
    severity: "destructive",
  },
  asks(["auditctl"], "changes what is recorded of what happens on the machine", {
    when: / (?:-a|-A|-w|-R|-b|-f|-r)(?:\s|$)/,
  }),
  asks(["networksetup"], "sends the traffic of this Mac another way", {
    when: /^ -(?:set\w{0,20}(?:proxy|dnsservers|autoproxyurl)\w{0,10}|addpreferred|removepreferred)/i,
  }),
  asks(
    [
      "semanage",
      "semodule",
      "setsebool",
      "aa-disable",
      "aa-complain",
      "aa-teardown",
      "aa-remove-unknown",
      "apparmor_parser",
      "togglesebool",
    ],
    "loosens what holds programs within their bounds",
    {
      when: / (?:-[adimrRPBC]\w{0,3}|--(?:add|delete|modify|remove|install|disable)|permissive|\S{1,80}[= ](?:0|1|on|off)|\/etc\/apparmor\.d\/)/,
      unless: /^ (?:-l|--list|\w{1,20} (?:-l|--list))/,
    },
  ),
  {
    ...asks(["csrutil", "spctl"], "switches off what guards macOS", {
      when: / (?:disable|--master-disable|--global-disable|clear|--add|authenticated-root)(?:\s|$)/,
    }),
    severity: "destructive",
  },
  {
    ...asks(
      ["set-mppreference", "add-mppreference", "remove-mppreference", "uninstall-windowsfeature"],
      "weakens the virus scanner",
      { when: / -(?:Disable|Exclusion|Submit|MAPS|Low|Moderate|High|Severe|Name windows-defender)/i },
    ),
    severity: "destructive",
  },
  asks(["tccutil", "profiles"], "changes what programs are allowed on this Mac", {
    when: / (?:reset|remove|-R|-I|install)(?:\s|$)/,
  }),
  asks(
    ["falconctl", "esets_daemon", "clamconf", "sentinelctl", "mdatp", "cbagentctl", "osqueryctl"],
    "changes a program that watches the machine",
    { when: / (?:-d|unload|stop|disable|exclusion|config|uninstall|--disable)(?:\s|$)/ },
  ),
]);
