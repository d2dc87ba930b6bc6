/** Resource exhaustion: disk, CPU or a server, without limit or far beyond a test. */

import type { Effect } from "../../model/effect.js";
import type { Invocation } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { isNear, staysAt } from "../../model/near-hosts.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { listed } from "../../services/listed.js";
import type { Program } from "../contract.js";

const ENDLESS = /^\/dev\/(?:zero|urandom|random|full)$/;
const DISK = "fills the disk";
const LOAD = "overloads a server";
const MACHINE = "uses all CPUs or all memory of this machine";

/** Options that set the load, with limits, by program: requests, connections, users, requests per second. */
const REQUESTS = 100_000;
const AT_ONCE = 500;
const MUCH: Readonly<Record<string, readonly (readonly [option: RegExp, most: number])[]>> = {
  ab: much("-n", "-c"),
  hey: much("-n", "-c"),
  oha: much("-n", "-c"),
  h2load: much("-n|--requests", "-c|--clients"),
  bombardier: much("-n|--requests", "-c|--connections"),
  cassowary: much("-n|--requests", "-c|--concurrency"),
  ali: much("--max-body", "-c|--connections"),
  plow: much("-n|--requests", "-c|--concurrency"),
  ddosify: much("-n", "--max-concurrent"),
  autocannon: much("-a|--amount", "-c|--connections"),
  loadtest: much("-n|--maxRequests", "-c|--concurrency"),
  artillery: much("-n|--num", "-c|--count"),
  k6: much("-i|--iterations", "-u|--vus"),
  locust: much("--iterations", "-u|--users"),
  httperf: much("--num-conns", "--rate"),
  fortio: much("-n", "-c"),
  wrk: [[/^(?:-c|--connections)$/, 1000]],
  wrk2: [[/^(?:-c|--connections)$/, 1000]],
  siege: [[/^(?:-c|--concurrent)$/, 250]],
  ghz: much("-n|--total", "-c|--concurrency"),
};

function much(requests: string, atOnce: string): readonly (readonly [RegExp, number])[] {
  return [
    [new RegExp(`^(?:${requests})$`), REQUESTS],
    [new RegExp(`^(?:${atOnce})$`), AT_ONCE],
  ];
}

/** Pass their input on, so an endless input fills the disk or memory. */
const PASSES_ON = listed(
  "cat base64 base32 xxd od hexdump gzip bzip2 xz zstd pv tr rev nl fold tee cp openssl strings tac sed awk gawk lz4 pigz ddrescue rsync",
);
/** Buffer all input, or compute endlessly. */
const KEEPS = listed("tail sort sha1sum sha256sum sha512sum sha224sum sha384sum b2sum md5sum cksum shasum grep wc tac");
const FLOODS = listed("slowhttptest slowloris goldeneye hulk torshammer xerxes mdk3 mdk4 aireplay-ng thc-ssl-dos");
/** Maximum size of a plausible fixture, in bytes. */
const LARGE = 50 * 1024 ** 3;

const exhaustion: Program = {
  names: [
    ...new Set([
      ...Object.keys(MUCH),
      ...PASSES_ON,
      ...KEEPS,
      ...FLOODS,
      ...listed(
        "dd yes head fallocate truncate mkfile fsutil seq jot stress stress-ng sysbench memtester hping3 hping nping ping xargs parallel vegeta fio bonnie++ nc ncat socat",
      ),
    ]),
  ],
  effects(invocation) {
    if (asksForHelp(invocation)) return [];
    const what = usedUp(invocation);
    return what === undefined ? [] : [exhausted(invocation, what)];
  },
};

export default exhaustion;

function usedUp(invocation: Invocation): string | undefined {
  const { program = "", args } = invocation;
  const endless = readsEndless(invocation);
  if (endless && PASSES_ON.includes(program) && isWritten(invocation)) return DISK;
  if (endless && KEEPS.includes(program)) return MACHINE;
  if (FLOODS.includes(program)) return LOAD;
  const line = lineOf(invocation);
  switch (program) {
    case "dd":
      return filledByDd(line) ? DISK : undefined;
    case "tee":
      return fedByYes(invocation) ? DISK : undefined;
    case "yes":
      return isWritten(invocation) ? DISK : undefined;
    case "seq":
    case "jot":
      return / (?:inf|infinity|\d{12,}|1e\d{2,})(?:\s|$)/i.test(line) && isWritten(invocation) ? DISK : undefined;
    case "head":
      return endless && isWritten(invocation) && bytesIn(/ (?:-c ?|--bytes[ =])(\S{1,20})/.exec(line)?.[1]) >= LARGE
        ? DISK
        : undefined;
    case "fallocate":
      return bytesIn(/ (?:-l ?|--length[ =])(\S{1,20})/.exec(line)?.[1]) >= LARGE ? DISK : undefined;
    case "truncate":
      return bytesIn(/ (?:-s ?|--size[ =])\+?(\S{1,20})/.exec(line)?.[1]) >= LARGE ? DISK : undefined;
    case "mkfile":
      return bytesIn(/ (\d{1,12}[bkmgt]?)(?:\s|$)/i.exec(line)?.[1]) >= LARGE ? DISK : undefined;
    case "fsutil":
      return /^ file createnew \S{1,200} \d{11,}/i.test(line) ? DISK : undefined;
    case "fio":
    case "bonnie++":
      return bytesIn(/ (?:--size=|--filesize=|-s ?)(\S{1,20})/.exec(line)?.[1]) >= LARGE ? DISK : undefined;
    case "stress":
    case "stress-ng":
      return isStrained(line) ? MACHINE : undefined;
    case "memtester":
      return bytesIn(/^ (\d{1,9}[A-Za-z]?)(?:\s|$)/.exec(line)?.[1]?.replace(/\d$/, "$&M")) >= LARGE / 5
        ? MACHINE
        : undefined;
    case "sysbench":
      return bytesIn(/ --memory-total-size[ =](\S{1,20})/.exec(line)?.[1]) >= LARGE * 20 || / --time[ =]0/.test(line)
        ? MACHINE
        : undefined;
    case "openssl":
      return /^ speed\b.{0,200} -multi[ =]?\d{2,}/.test(line) ? MACHINE : undefined;
    case "hping3":
    case "hping":
    case "nping":
      return / --(?:flood|faster|rate[ =]\d{4,})/.test(line) ? LOAD : undefined;
    case "ping":
      return / -\w{0,4}f(?:\s|$)| -i ?0(?:\.0{1,6}\d?)?(?:\s|$)| -s ?6[0-9]{4}(?:\s|$)/.test(line) &&
        !staysAt(line, isNear)
        ? LOAD
        : undefined;
    case "vegeta":
      return / -rate[ =]?(?:0|\d{4,})/.test(line) && !staysAt(line, isNear) ? LOAD : undefined;
    case "fortio":
      if (/ -qps[ =]?(?:0|-1|\d{4,})(?:\s|$)/.test(line) && !staysAt(line, isNear)) return LOAD;
      break;
    case "xargs":
    case "parallel":
      return / (?:-P|--max-procs=|-j) ?(?:\d{3,}|0)(?:\s|$)/.test(line) &&
        / (?:curl|wget|http|nc|ssh)(?:\s|$)/.test(line) &&
        !staysAt(line, isNear)
        ? LOAD
        : undefined;
    default:
      break;
  }
  const rows = MUCH[program] ?? [];
  const isMuch = args.some(({ text }, at) =>
    rows.some(([option, most]) => valuesAt(text, args[at + 1]?.text, option) >= most),
  );
  return isMuch && !staysAt(line, isNear) ? LOAD : undefined;
}

/** `-c 500`, `-c500`, `--connections=500`, `-c 10k`. */
function valuesAt(text: string, next: string | undefined, option: RegExp): number {
  const [, name = text, joined] =
    /^(--[\w-]{1,40})=(.{1,20})$/.exec(text) ?? /^(-[a-zA-Z])(\d.{0,20})$/.exec(text) ?? [];
  if (!option.test(name)) return 0;
  const [, digits = "0", unit = ""] = /^(\d{1,15})([km]?)/i.exec(joined ?? next ?? "") ?? [];
  return Number(digits) * (unit === "" ? 1 : unit.toLowerCase() === "k" ? 1000 : 1_000_000);
}

const UNITS = "bkmgtpe";

/** `500G`, `1T`, `2GiB`, `100000000000`; 0 if unknown. */
function bytesIn(size: string | undefined): number {
  const [, digits, unit = ""] = /^(\d{1,18})([bkmgtpe]?)/i.exec(size ?? "") ?? [];
  return digits === undefined ? 0 : Number(digits) * 1024 ** Math.max(0, UNITS.indexOf(unit.toLowerCase() || "b"));
}

function isWritten({ program, args, redirects }: Invocation): boolean {
  const files = redirects.some(({ operator, target }) => operator !== "<" && !target.text.startsWith("/dev/"));
  if (program === "cp" || program === "rsync" || program === "ddrescue" || program === "tee")
    return files || args.some(({ text }) => !text.startsWith("-") && !text.startsWith("/dev/"));
  return files || args.some(({ text }) => text === "-out" || text === "-o");
}

/** Endless on its own, or through its unlimited piped input. */
function readsEndless({ args, input }: Invocation, depth = 0): boolean {
  if (args.some(({ text }) => ENDLESS.test(text))) return true;
  if (input.kind === "file") return ENDLESS.test(input.file.text);
  if (input.kind !== "pipe" || depth > 6) return false;
  return input.from.some(
    (one) =>
      PASSES_ON.includes(one.program ?? "") &&
      !one.captured &&
      readsEndless(one, depth + 1) &&
      !/^(?:awk|sed)$/.test(one.program!),
  );
}

function fedByYes({ args, input }: Invocation): boolean {
  return (
    input.kind === "pipe" &&
    input.from.some(({ program }) => program === "yes") &&
    args.some(({ text }) => !text.startsWith("-") && !text.startsWith("/dev/"))
  );
}

function filledByDd(line: string): boolean {
  if (!/ if=\/dev\/(?:zero|u?random|full)(?:\s|$)/.test(line) || !/ of=(?!\/dev\/)/.test(line)) return false;
  const count = / count=(\d{1,15})([bkmgt]?)/i.exec(line);
  if (count === null) return true;
  const block = bytesIn(/ o?bs=(\S{1,20})/.exec(line)?.[1]) || 512;
  return bytesIn(`${count[1]}${count[2]}`) * block >= LARGE;
}

/** For `stress`: no time limit, or more than most machines have. */
function isStrained(line: string): boolean {
  const [, seconds, unit = "s"] = / (?:--timeout|-t)[ =]?(\d{1,9})([smhdy]?)/.exec(line) ?? [];
  const lasts = seconds === undefined || seconds === "0" || /[hdy]/.test(unit) || Number(seconds) > 1800;
  if (/ --vm-bytes[ =]?(?:[7-9]\d|1\d\d)%/.test(line)) return true;
  const workers = Number(/ (?:--vm|-m)[ =]?(\d{1,6})/.exec(line)?.[1] ?? 0);
  if (workers * bytesIn(/ --vm-bytes[ =]?(\S{1,20})/.exec(line)?.[1]) >= LARGE / 5) return true;
  return (
    lasts &&
    (/ --(?:cpu|all|class|sequential)[ =]?0(?:\s|$)| -c ?0/.test(line) ||
      / (?:--(?:cpu|vm|io|hdd|fork)|-[cmid])[ =]?\d{2,}/.test(line) ||
      / -t ?0| --timeout[ =]0/.test(line))
  );
}

function exhausted(invocation: Invocation, what: string): Effect {
  return effectOf(invocation, {
    kind: "process",
    severity: "risky",
    what,
    instead: "set a small limit (`dd if=/dev/zero of=./fill.bin bs=1M count=10`), and test against your own server",
  });
}
