/** Detects cryptocurrency miners by their pool addresses, whatever the program is called. */
import { byProgram } from "./by-program.js";
import type { Effect } from "./effect.js";
import type { Invocation } from "./invocation.js";
import { effectOf } from "./make-effect.js";
import { lineOf } from "./rules.js";

const POOL =
  /^(?:-o)?stratum\d?\+?(?:tcp|ssl|tls|udp)?:\/\/|(?:^|[/.@])(?:[\w-]{1,40}\.)?(?:supportxmr\.com|minexmr\.com|moneroocean\.stream|nanopool\.org|2miners\.com|f2pool\.com|ethermine\.org|hashvault\.pro|nicehash\.com|unmineable\.com|herominers\.com|c3pool\.(?:com|org)|xmrpool\.eu|prohashing\.com|kryptex\.network|flexpool\.io|zpool\.ca|p2pool\.io|coinhive\.com|crypto-loot\.org|woolypooly\.com|miningpoolhub\.com|antpool\.com|slushpool\.com|viabtc\.com)(?::\d{2,5})?(?:\/|$)/i;
const IMAGE =
  /^(?:[\w.-]{1,80}\/){0,2}[\w.-]{0,40}(?:xmrig|cpuminer|minerd|cryptonight|ethminer|monero|xmr-stak|lolminer|t-rex-miner|coin-?hive|crypto-?miner|xmr|randomx|nbminer|gminer|teamredminer|phoenixminer|nanominer|srbminer|bfgminer|cgminer)[\w.-]{0,40}(?::[\w.-]{1,40})?$/i;
const RUNNERS =
  /^(?:docker|podman|nerdctl|kubectl|helm|npx|npm|pip3?|pipx|cargo|go|brew|apt|apt-get|snap|uvx|git|wget|curl)$/;

/** A pool, an account and a password, as every miner takes them. */
const MINES =
  / (?:-o|--url|--pool|-P)[ =]\S{3,200}:\d{2,5} .{0,200}(?:-u|--user|--wallet|-w)[ =]\S{4,200}.{0,200}(?: -p[ =]x\b| -k(?:\s|$)|--donate-level|--coin|--algo|-a )| --algo[ =](?:randomx|rx\/\S{1,10}|ethash|etchash|kawpow|cryptonight\S{0,12}|cn\/\S{1,6}|equihash\S{0,8}|autolykos2?|octopus|sha256d|scrypt|verushash|ghostrider)\b.{0,200}(?:--url|--user|-o|-u|--pool)/;

const LOOKS_UP = /^(?:curl|wget|dig|nslookup|host|ping|whois|grep|rg|echo)$/;
const traitsOf = byProgram((program) => ({ runs: RUNNERS.test(program), looksUp: LOOKS_UP.test(program) }));

export function mining(invocation: Invocation): Effect[] {
  return mines(invocation)
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

function mines(invocation: Invocation): boolean {
  const { program, args } = invocation;
  const { runs, looksUp } = traitsOf(program);
  if (!looksUp) for (const { text } of args) if (isPool(text)) return true;
  if (args.length > 3 && MINES.test(lineOf(invocation).slice(0, 2000))) return true;
  if (program === "gh" && args[0]?.text === "workflow")
    return args.some(({ text }) => /^(?:pool|wallet|miner|xmr\w{0,10})=/.test(text));
  return (
    runs &&
    args.some(({ text }) => /^(?:run|install|i|create|x|exec|upgrade|set)$/.test(text)) &&
    args.some(({ text }) => text.length < 200 && IMAGE.test(text.replace(/^--image=/, "")))
  );
}

/** Each has a host name, or a scheme. */
function isPool(text: string): boolean {
  return text.length > 9 && text.length < 300 && (text.includes(".") || text.includes("://")) && POOL.test(text);
}
