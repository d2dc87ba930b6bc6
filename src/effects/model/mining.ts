/** Detects cryptocurrency miners by their pool addresses, whatever the program is called. */
import type { Effect } from "./effect.js";
import type { Invocation } from "./invocation.js";
import { effectOf } from "./make-effect.js";

const POOL =
  /^(?:-o)?stratum\d?\+?(?:tcp|ssl|tls|udp)?:\/\/|(?:^|[/.@])(?:[\w-]{1,40}\.)?(?:supportxmr\.com|minexmr\.com|moneroocean\.stream|nanopool\.org|2miners\.com|f2pool\.com|ethermine\.org|hashvault\.pro|nicehash\.com|unmineable\.com|herominers\.com|c3pool\.(?:com|org)|xmrpool\.eu|prohashing\.com|kryptex\.network|flexpool\.io|zpool\.ca|p2pool\.io|coinhive\.com|crypto-loot\.org|woolypooly\.com|miningpoolhub\.com|antpool\.com|slushpool\.com|viabtc\.com)(?::\d{2,5})?(?:\/|$)/i;
const IMAGE =
  /^(?:[\w.-]{1,80}\/){0,2}[\w.-]{0,40}(?:xmrig|cpuminer|minerd|cryptonight|ethminer|monero|xmr-stak|lolminer|t-rex-miner|coin-?hive|crypto-?miner)[\w.-]{0,40}(?::[\w.-]{1,40})?$/i;
const RUNNERS =
  /^(?:docker|podman|nerdctl|kubectl|helm|npx|npm|pip3?|pipx|cargo|go|brew|apt|apt-get|snap|uvx|git|wget|curl)$/;

export function mining(invocation: Invocation): Effect[] {
  const { program = "", args } = invocation;
  const mines =
    args.some(
      ({ text }) =>
        text.length > 9 &&
        text.length < 300 &&
        POOL.test(text) &&
        !/^(?:curl|wget|dig|nslookup|host|ping|whois|grep|rg|echo)$/.test(program),
    ) ||
    (RUNNERS.test(program) &&
      args.some(({ text }) => /^(?:run|install|i|create|x|exec)$/.test(text)) &&
      args.some(({ text }) => text.length < 200 && IMAGE.test(text.replace(/^--image=/, ""))));
  return mines
    ? [
        effectOf(invocation, {
          kind: "process",
          severity: "risky",
          what: "mines cryptocurrency on this machine",
          instead: "remove it, and tell the user where the request came from",
        }),
      ]
    : [];
}
