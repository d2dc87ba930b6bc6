/** Public access to this machine or its network: relays and open ports. */
import { programOf, type Rule } from "../../model/rules.js";

const opens = (names: readonly string[], when: RegExp, more: Partial<Rule> = {}): Rule => ({
  names,
  when,
  kind: "remote-code",
  severity: "risky",
  what: "makes this machine or its network reachable from elsewhere",
  instead:
    "ask the user to open it; to forward a port to this machine only: `ssh -N -L 127.0.0.1:8080:localhost:80 host`",
  target: "host",
  ...more,
});

const RUNNERS = ["npx", "bunx", "pnpx", "pnpm", "yarn", "bun", "npm", "uvx", "uv", "pipx", "deno"];

export default programOf([
  opens(["chisel"], / client\b.{0,200} R:(?!socks$)|client\b.{0,200}:\/\/.{0,200} R:/),
  opens(
    ["ssh", "autossh"],
    / -[a-zA-Z]{0,8}[DL] ?(?:0\.0\.0\.0|\*|\[::\]):| -[a-zA-Z]{0,6}g[a-zA-Z]{0,4} .{0,200}-[a-zA-Z]{0,6}[LD]| -o ?GatewayPorts[= ]yes/,
  ),
  opens(
    ["socat"],
    /(?:tcp|udp|openssl|ssl)\d?-(?:l|listen):.{0,300} (?:tcp|udp|openssl|unix|socks|proxy)[\w-]{0,10}:/i,
    {
      unless:
        /bind=(?:127\.|localhost)|^(?: -\S{1,20}){0,6} tcp-listen:.{0,200} (?:tcp|unix)[\w-]{0,10}:(?:localhost|127(?:\.\d{1,3}){3})(?![\w.-])/i,
    },
  ),
  opens(
    ["cloudflared"],
    / (?:tunnel )?.{0,80}--url[ =]\S|^ tunnel run .{0,100}--token|^ access (?:tcp|ssh|rdp)\b.{0,80}--listener/,
  ),
  opens(["tailscale"], /^ funnel (?:.{0,60} )?(?:\d{2,5}|https?:|tcp:|on)(?:\s|$)/),
  opens(["bore"], / local .{0,60}\d{2,5}(?:\s|$)/),
  opens(["zrok"], / share public (?:.{0,60} )?(?:https?:|\d|localhost)/),
  // What a person has installed and set up is theirs; a runner fetches the program only to open the tunnel.
  opens(["lt", "localtunnel"], / (?:-p|--port|-l|--local-host)[ =]?\S/, { through: RUNNERS }),
  opens(
    ["lt", "localtunnel"],
    / --(?:port|local-host)[ =](?!8000(?:\s|$)).{0,60}(?:22|3306|5432|6379|27017|9200|2375|3389|5900)(?:\s|$)/,
  ),
  opens(["ngrok", "pyngrok"], /^ (?:http|tcp|tls|start)(?:\s|$)/, { through: RUNNERS }),
  opens(
    ["ngrok"],
    /^ (?:http|start) .{0,60}(?:22|3306|5432|6379|27017|9200|2375|5900|3389)(?:\s|$)|^ start --all|^ tls | --(?:url|domain)=tcp/,
  ),
  opens(["cloudflared"], /^ tunnel(?:\s|$)/, { through: RUNNERS }),
  opens(["untun", "tunnelmole", "tmole", "serveo", "portr", "holesail", "bore-cli"], / \S/),
  opens(["npx", "bunx", "pnpx"], /^(?: -\S{1,40}){0,4} @(?:pinggy|serveo|expo\/ngrok|localtunnel|tunnel)\S{0,40} \S/),
  opens(["expo"], / start\b.{0,80} --tunnel(?:\s|$)/),
  opens(["shopify"], / (?:app|theme) dev\b.{0,80} --tunnel-url/),
  opens(
    ["code", "code-insiders", "cursor", "code-tunnel"],
    /^ tunnel(?! (?:user|status|help|prune|kill|unregister|--help))(?:\s|$)/,
  ),
  opens(["vercel", "netlify", "ntl"], /^ dev\b.{0,80} --(?:live|tunnel)/),
  opens(
    ["docker", "podman", "nerdctl"],
    / run\b.{0,300} (?:docker\.io\/)?(?:ngrok\/ngrok|cloudflare\/cloudflared|wernight\/ngrok|fatedier\/frpc|snowdreamtech\/frpc|ekzhang\/bore|efrecon\/localtunnel|pinggy\/pinggy|openziti\/zrok|tailscale\/tailscale)(?::\S{1,60})?(?:\s|$)/,
    { unless: / (?:--version|version|--help)$/ },
  ),
  opens(["devtunnel"], /^ (?:host|create|port create)\b/),
  opens(
    [
      "pagekite",
      "pagekite.py",
      "inlets",
      "inlets-pro",
      "loophole",
      "localxpose",
      "loclx",
      "telebit",
      "jprq",
      "tunnelto",
      "sish",
      "ktunnel",
      "frpc",
      "rathole",
      "gost",
      "iodine",
      "iodined",
      "dns2tcpc",
      "dnscat2",
      "ptunnel",
      "ptunnel-ng",
      "hans",
      "udp2raw",
      "earthworm",
      "ew",
      "lcx",
      "nps",
      "npc",
      "wstunnel",
      "rpivot",
      "neo-regeorg",
      "ligolo-agent",
      "ligolo-proxy",
      "pinggy",
      "playit",
      "beeceptor",
      "webhookrelay",
      "relay",
      "packetriot",
      "remoteit",
      "teleport",
      "pwnat",
    ],
    / (?:-\w|--\w|client|http|tcp|share|forward|expose|\d{2,5}|\S{1,80}:\d{2,5})/,
    {
      unless:
        / (?:--help|-h|help|version|verify|status|list|reload|stop|login|logout|configure|config|ls|validate)(?:\s|$)/,
    },
  ),
  opens(["gh"], /^ (?:cs|codespace) ports visibility .{0,100}:public/),
  opens(["kubectl", "oc"], / port-forward .{0,200}--address[ =]?(?:0\.0\.0\.0|\S{0,60},0\.0\.0\.0)/),
  opens(
    ["x11vnc", "vncserver", "Xvnc", "x0vncserver", "wayvnc", "krfb", "vino-server"],
    / (?:-nopw|-SecurityTypes None|-localhost no|0\.0\.0\.0)/i,
  ),
  opens(
    ["jupyter", "jupyter-lab", "jupyter-notebook"],
    / --(?:ip[ =]0\.0\.0\.0|ip=\*).{0,200}(?:token=(?:''|"")?(?:\s|$)|password=(?:''|"")?(?:\s|$)|allow-root)/,
  ),
  opens(["redis-server"], / --protected-mode no/),
  opens(["mongod", "mysqld", "postgres"], / --(?:bind_ip_all|noauth|skip-grant-tables|bind-address=0\.0\.0\.0)/),
  opens(["openvpn", "wg-quick"], /^ up \/tmp| --config \/tmp/),
  opens(["netsh"], / interface portproxy add /i),
  opens(["rustdesk", "anydesk", "teamviewer"], / (?:--password|--set-password|passwd|--get-id)/),
  opens(
    ["shellinaboxd", "wetty", "ttyd", "gotty", "code-server", "openvscode-server"],
    / (?:--auth[ =]none|--bind-addr[ =]0\.0\.0\.0|--host[ =]0\.0\.0\.0|--without-connection-token|-s \/:LOGIN)/,
  ),
]);
