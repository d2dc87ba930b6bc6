/** Network configuration: interfaces, routes and DNS. A remote user who cuts the connection cannot restore it. */
import { programOf, type Rule } from "../../model/rules.js";

const asks = (names: readonly string[], when: RegExp, more: Partial<Rule> = {}): Rule => ({
  names,
  when,
  kind: "machine",
  severity: "risky",
  what: "disconnects the machine or redirects its network traffic",
  instead: "inspect with `ip addr show` and `ip route show`, and ask the user to change it",
  ...more,
});

export default programOf([
  asks(
    ["ip"],
    / (?:route|r|ro) (?:del|delete|flush|replace|change)(?:\s|$)| (?:link|l) (?:set .{1,80} (?:down|address)|del|delete)(?:\s|$)| (?:addr|address|a) (?:flush|del|delete)(?:\s|$)| rule (?:add|del|flush)(?:\s|$)| (?:route|r) add (?:default|0\.0\.0\.0\/[01]|128\.0\.0\.0\/1)(?:\s|$)| neigh flush/,
  ),
  asks(["ifconfig"], / (?:down|delete|-alias)(?:\s|$)/),
  asks(["route"], / (?:del|delete|flush|-f)(?:\s|$)| add (?:-net )?default(?:\s|$)/),
  asks(
    ["nmcli"],
    / (?:networking|n) off| (?:radio|r) (?:\w{1,8} )?off| (?:con|connection|c) (?:delete)(?:\s|$)| (?:dev|device|d) disconnect(?:\s|$)/,
  ),
  asks(
    ["ifdown", "wg-quick", "tailscale", "dhclient", "dhcpcd", "netplan", "wpa_cli"],
    /^ (?:down|-r|-x|-k|apply|disconnect|logout|\w{2,15}$|-a|--all)/,
    {
      asRoot: true,
      unless: /^ (?:status|up|ip|ping|version|list|netcheck|info)(?:\s|$)/,
    },
  ),
  asks(
    ["git"],
    / config (?:\S{1,40} ){0,3}https?\.(?:\S{1,200}\.)?proxy (?!http:\/\/(?:localhost|127\.|10\.|192\.168\.|[\w-]{1,60}:))\S/,
    {
      what: "routes git traffic through a proxy",
      instead: "read it with `git config --get http.proxy`, and ask the user to change it",
    },
  ),
  asks(["tcpdump", "tshark", "dumpcap"], / -\w{0,6}w /, {
    asRoot: true,
    what: "captures network traffic, including passwords",
    instead: "capture one local port only, or ask the user to do it",
  }),
  asks(["rfkill"], / block /),
  asks(["tc"], / qdisc (?:add|change|replace) .{0,200}(?:netem|tbf|loss)/),
  asks(["resolvectl"], / (?:dns|domain) \S{1,40} \S/),
  asks(
    ["networksetup"],
    /^ -(?:setairportpower \S{1,40} off|setnetworkserviceenabled .{1,80} off|setmanual|setdhcp|removenetworkservice)/i,
  ),
  asks(["arpspoof", "ettercap", "bettercap"], /./, { unless: /^ (?:-h|--help|--version|-s)(?:\s|$)/ }),
  asks(["arp"], / (?:-s|-d|--set|--delete)(?:\s|$)/),
]);
