/** Remote access: listeners that serve a shell, tunnels, and pipes that send files. */
import { programOf, type Rule } from "../../model/rules.js";

const SHELL = "gives another machine a shell, which can then run any command here";
const TUNNEL = "makes this machine reachable from the network";
const door = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "remote-code",
  severity: "destructive",
  what,
  instead: "ask the user to connect; to test a port: `nc -z localhost 8080`",
  target: "host",
  ...more,
});
const SHELLS = "(?:\\S{0,60}\\/)?(?:ba|da|z|k|a|c|tc)?sh|cmd(?:\\.exe)?|powershell(?:\\.exe)?";

export default programOf([
  door(["nc", "ncat", "netcat", "nc.traditional", "nc.openbsd", "pwncat"], SHELL, {
    when: new RegExp(` (?:-\\w{0,6}[ec]|--exec|--sh-exec|--lua-exec)[ =]?(?:${SHELLS})| -\\w{0,6}e(?:\\s|$)`),
  }),
  door(["socat"], SHELL, { when: /(?:exec|system|shell):/i }),
  door("sbd dnscat dnscat2 weevely ligolo-ng gs-netcat".split(" "), SHELL, { severity: "risky" }),
  door(["telnet"], SHELL, { when: new RegExp(`\\|\\s?(?:${SHELLS})`) }),
  door(["code", "code-insiders", "code-server"], TUNNEL, {
    severity: "risky",
    when: /^ tunnel(?! (?:status|user show|unregister|kill|help))/,
  }),
  door("ngrok teleconsole tmate upterm gotty ttyd".split(" "), TUNNEL, {
    severity: "risky",
    when: /^ (?:tcp|host|share|-\w|--\w{1,20})(?:\s|$)|(?:ba|z)?sh$|^$/,
    unless: / (?:--version|version|-V|-v|status|list|login|config|update|http)(?:\s|$)|^$/,
  }),
  door(["cloudflared"], TUNNEL, {
    severity: "risky",
    when: / --url[ =]?(?:ssh|tcp|rdp|smb|unix):| --url[ =]?\S{0,60}:(?:22|3389|5900|2375|2376|445)(?:\s|$)| access (?:tcp|ssh|rdp) .{0,100}--listener/,
  }),
  door(["tailscale"], TUNNEL, {
    severity: "risky",
    when: / (?:up|set|login) .{0,200}(?:--auth-?key|--login-server)/,
    unless: / --ssh=false(?:\s|$)/,
  }),
  door(["zerotier-cli"], TUNNEL, { severity: "risky", when: /^ join / }),
  door(["bore", "lt", "localtunnel", "pinggy", "playit", "frpc", "pktriot"], TUNNEL, {
    severity: "risky",
    when: / (?:local |--port[ =]?|-p ?)(?:22|3389|5900|2375)(?:\s|$)/,
  }),
  door(["ssh", "autossh"], TUNNEL, {
    severity: "risky",
    when: / -[a-zA-Z0-9]{0,8}R ?(?:\S{1,80}:)?\d{1,5}(?::\S{1,200})?(?:\s|$)/,
  }),
  door(["websocat", "wstunnel", "gost", "revsocks", "sshuttle-server"], TUNNEL, {
    severity: "risky",
    when: / (?:-s|server|-L|--exec|exec:|sh-c:)/,
  }),
  door(["sshd", "dropbear", "telnetd", "in.telnetd", "rshd"], TUNNEL, {
    severity: "risky",
    when: / (?:-p ?\d|-o ?\S{0,40}(?:Port|PermitRootLogin|AuthorizedKeys))/,
  }),
  door(["dockerd", "docker"], TUNNEL, {
    severity: "risky",
    when: / -H ?tcp:\/\/0\.0\.0\.0| --host=tcp:\/\/0\.0\.0\.0/,
  }),
  door(
    "xmrig xmrig-proxy xmrig-cuda minerd cpuminer cpuminer-multi cpuminer-opt xmr-stak xmr-stak-cpu ethminer t-rex nbminer phoenixminer cgminer bfgminer lolminer ccminer srbminer srbminer-multi teamredminer gminer wildrig-multi claymore nanominer bzminer rigel onezerominer nheqminer monerod-miner p2pool nsgpucnminer coin-hive cnrig kawpowminer progpowminer verthashminer randomx-benchmark".split(
      " ",
    ),
    "mines cryptocurrency on this machine",
    { kind: "process" },
  ),
  door(
    "stratus mimikatz mimipenguin lazagne lazagne.py linpeas linpeas.sh winpeas linenum.sh pypykatz logkeys unshadow".split(
      " ",
    ),
    "is a tool to attack machines or steal passwords",
    { kind: "escalate", severity: "risky", instead: "tell the user what you need to know, and ask them to look" },
  ),
  door(
    "psexec.py wmiexec.py smbexec.py atexec.py dcomexec.py secretsdump.py".split(" "),
    "runs commands on another machine with its owner's password",
    { kind: "escalate", severity: "risky", when: /@\d{1,3}(?:\.\d{1,3}){3}/ },
  ),
]);
