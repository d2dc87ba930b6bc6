/** The network of this machine: links, routes and names. Who is cut off cannot come back over the same line. */
import { programOf, type Rule } from "../../model/rules.js";

const asks = (names: readonly string[], when: RegExp, more: Partial<Rule> = {}): Rule => ({
  names,
  when,
  kind: "machine",
  severity: "risky",
  what: "cuts the machine off the network, or leads its traffic elsewhere",
  instead: "look with `ip addr show` and `ip route show`, and let the person change it",
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
      what: "leads the traffic of git through another machine",
      instead: "look at it with `git config --get http.proxy`, and let the person change it",
    },
  ),
  asks(["tcpdump", "tshark", "dumpcap"], / -\w{0,6}w /, {
    asRoot: true,
    what: "records what goes over the network, with passwords in it",
    instead: "look at the traffic of one port on this machine, and let the person record it",
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
