/** Firewalls and other protection or monitoring: audit, SELinux, antivirus. */
import { programOf, type Rule } from "../../model/rules.js";

const INSTEAD = "ask the user to change the protection of this machine";
const asks = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "machine",
  severity: "risky",
  what,
  instead: INSTEAD,
  ...more,
});
const FIREWALL = "changes the firewall";
const OPENS = "disables the firewall";

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
  asks(["firewall-cmd"], FIREWALL, {
    when: / --(?:add|remove|set|panic|change|delete|new|direct|complete-reload)/,
    asRoot: true,
  }),
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
    ...asks(["setenforce"], "disables the sandboxing of programs", { when: /^ (?:0|permissive)$/i }),
    severity: "destructive",
  },
  {
    ...asks(["aa-teardown"], "disables the sandboxing of programs"),
    severity: "destructive",
  },
  asks(["aa-disable"], "disables the sandboxing of a program"),
  {
    ...asks(["auditctl"], "stops the audit log of this machine", {
      when: / (?:-e ?[012]|-D|-d|-W)(?:\s|$)/,
    }),
    severity: "destructive",
  },
  asks(["auditctl"], "changes what the audit log of this machine records", {
    when: / (?:-a|-A|-w|-R|-b|-f|-r)(?:\s|$)/,
  }),
  asks(["networksetup"], "redirects the network traffic of this Mac", {
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
    "weakens the sandboxing of programs",
    {
      when: / (?:-[adimrRPBC]\w{0,3}|--(?:add|delete|modify|remove|install|disable)|permissive|\S{1,80}[= ](?:0|1|on|off)|\/etc\/apparmor\.d\/)/,
      unless: /^ (?:-l|--list|\w{1,20} (?:-l|--list))/,
    },
  ),
  {
    ...asks(["csrutil", "spctl"], "disables macOS system protection", {
      when: / (?:disable|--master-disable|--global-disable|clear|--add|authenticated-root)(?:\s|$)/,
    }),
    severity: "destructive",
  },
  {
    ...asks(
      ["set-mppreference", "add-mppreference", "remove-mppreference", "uninstall-windowsfeature"],
      "weakens the antivirus software",
      { when: / -(?:Disable|Exclusion|Submit|MAPS|Low|Moderate|High|Severe|Name windows-defender)/i },
    ),
    severity: "destructive",
  },
  asks(["tccutil", "profiles"], "changes which programs may run on this Mac", {
    when: / (?:reset|remove|-R|-I|install)(?:\s|$)/,
  }),
  asks(
    ["falconctl", "esets_daemon", "clamconf", "sentinelctl", "mdatp", "cbagentctl", "osqueryctl"],
    "changes a monitoring program of this machine",
    { when: / (?:-d|unload|stop|disable|exclusion|config|uninstall|--disable)(?:\s|$)/ },
  ),
]);
