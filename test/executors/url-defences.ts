/** Every defence of http hooks against addresses, each with the change of the source text that takes it away. */
import { readFileSync } from "node:fs";
import type { Defect } from "../support/bundle-module.js";

const TARGET = "executors/http-target.ts";
const SPECIAL = "executors/special-address.ts";
const LOOP = "executors/http.ts";

const text = readFileSync(new URL(`../../src/${SPECIAL}`, import.meta.url), "utf8");
/** Each line of the tables of ranges. */
const RANGES = [...text.matchAll(/^ {2}(\["([\w.:]+)", (\d+)\],).*$/gm)].map(([, line, address, bits]) => ({
  name: `${address}/${bits}`,
  file: SPECIAL,
  from: line!,
  to: "",
}));

export const DEFENCES: readonly Defect[] = [
  ...RANGES,
  {
    name: "2000::/3",
    file: SPECIAL,
    from: '!open.check(address, "ipv6") || special.check(address, "ipv6")',
    to: "false",
  },
  { name: "what is behind a translator", file: SPECIAL, from: "return isSpecial(behind);", to: "return false;" },
  { name: "no zones", file: SPECIAL, from: ' || address.includes("%")', to: "" },
  {
    name: "addresses alone",
    file: SPECIAL,
    from: "if (family !== 6 ||",
    to: "if (family === 0) return false;\n  if (",
  },
  {
    name: "http and https alone",
    file: TARGET,
    from: 'url.protocol !== "http:" && url.protocol !== "https:"',
    to: "false",
  },
  { name: "no credentials", file: TARGET, from: 'url.username !== "" || url.password !== ""', to: "false" },
  { name: "projects call what is listed", file: LOOP, from: "needsGrant(hook.source.level)", to: "false" },
  {
    name: "written plainly",
    file: TARGET,
    from: "!written.toLowerCase().startsWith(start) || !/^(:\\d+)?([/?#]|$)/.test(written.slice(start.length))",
    to: "false",
  },
  { name: "hides IPv4", file: TARGET, from: "(!isIP(host) || hidesV4(host))", to: "!isIP(host)" },
  {
    name: "a redirect is no word of the person",
    file: TARGET,
    from: "return new URL(written).origin === origin;",
    to: "return origin !== undefined;",
  },
  { name: "special names", file: TARGET, from: "!named && SPECIAL_NAME.test(host)", to: "false" },
  { name: "addresses of names", file: TARGET, from: "!named && addresses.some(isSpecial)", to: "false" },
  { name: "every address", file: TARGET, from: "addresses.some(isSpecial)", to: "isSpecial(addresses[0]!)" },
  {
    name: "the dot at the end",
    file: "core/hooks/host-patterns.ts",
    from: 'url.hostname.replace(/(?<!\\.)\\.+$/, "")',
    to: "url.hostname",
  },
  {
    name: "the port of a list",
    file: "core/hooks/host-patterns.ts",
    from: "port !== undefined && port !== portOf(url)",
    to: "false",
  },
  {
    name: "a list means whole names",
    file: "core/hooks/host-patterns.ts",
    from: 'star === "" ? wanted === listed : wanted.endsWith(`.${listed}`)',
    to: "wanted.endsWith(listed)",
  },
  { name: "pinned", file: "executors/http-post.ts", from: "lookup: pinned(addresses),", to: "" },
  { name: "can be read", file: LOOP, from: "if (!URL.canParse(run.url))", to: "if (false)" },
  { name: "no redirects by default", file: LOOP, from: "!run.followRedirects || ", to: "" },
  { name: "projects follow nothing", file: LOOP, from: " || onlyListed ||", to: " ||" },
  { name: "an end to redirects", file: LOOP, from: "redirects >= MAX_REDIRECTS", to: "redirects >= 50" },
  { name: "headers stay with their server", file: LOOP, from: "headers = {};", to: "url = next;" },
  { name: "the host is that of the url", file: LOOP, from: "!NOT_THEIRS.test(name)", to: "true" },
  { name: "a hop can be read", file: LOOP, from: "if (!URL.canParse(location, url.href))", to: "if (false)" },
  {
    name: "each hop",
    file: LOOP,
    from: "await findTarget(url, caller, resolve, signal)",
    to: 'redirects > 0 ? { addresses: ["127.0.0.1"] } : await findTarget(url, caller, resolve, signal)',
  },
];
