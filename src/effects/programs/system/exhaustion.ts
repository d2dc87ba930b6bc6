/** What uses up a disk, all processors or somebody's server, without an end or far beyond a test. */

import type { Effect } from "../../model/effect.js";
import type { Invocation } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { isNear, staysAt } from "../../model/near-hosts.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import type { Program } from "../contract.js";

const ENDLESS = /^\/dev\/(?:zero|urandom|random|full)$/;
const DISK = "writes until the disk is full";
const LOAD = "asks so much of a server that it may break down";
const MACHINE = "takes all processors or all memory of the machine, without an end";

/** By program: the options that say how much, and what is too much. */
const MUCH: Readonly<Record<string, readonly (readonly [option: RegExp, most: number])[]>> = {
  ab: [
    [/^-n$/, 100_000],
    [/^-c$/, 500],
  ],
  hey: [
    [/^-n$/, 100_000],
    [/^-c$/, 500],
  ],
  wrk: [[/^(?:-c|--connections)$/, 1000]],
  wrk2: [[/^(?:-c|--connections)$/, 1000]],
  bombardier: [
    [/^(?:-n|--requests)$/, 100_000],
    [/^(?:-c|--connections)$/, 500],
  ],
  siege: [[/^(?:-c|--concurrent)$/, 250]],
  oha: [
    [/^-n$/, 100_000],
    [/^-c$/, 500],
  ],
  h2load: [
    [/^-n$/, 100_000],
    [/^-c$/, 500],
  ],
  autocannon: [
    [/^(?:-c|--connections)$/, 500],
    [/^(?:-a|--amount)$/, 100_000],
  ],
};

const exhaustion: Program = {
  names: [
    ...Object.keys(MUCH),
    "dd",
    "yes",
    "cat",
    "head",
    "tee",
    "fallocate",
    "stress",
    "stress-ng",
    "hping3",
    "ping",
    "nping",
    "slowhttptest",
    "slowloris",
    "goldeneye",
    "sha256sum",
    "sha512sum",
    "md5sum",
    "tail",
    "xargs",
    "parallel",
    "vegeta",
  ],
  effects(invocation) {
    if (asksForHelp(invocation)) return [];
    const what = usedUp(invocation);
    return what === undefined ? [] : [exhausted(invocation, what)];
  },
};

export default exhaustion;

function usedUp(invocation: Invocation): string | undefined {
  const { program = "", args, redirects, input } = invocation;
  const line = lineOf(invocation);
  const written = redirects.some(({ operator, target }) => operator !== "<" && !target.text.startsWith("/dev/"));
  const endless =
    args.some(({ text }) => ENDLESS.test(text)) || (input.kind === "file" && ENDLESS.test(input.file.text));
  switch (program) {
    case "dd":
      return / if=\/dev\/(?:zero|u?random)(?:\s|$)/.test(line) && !/ count=| of=\/dev\//.test(line) && / of=/.test(line)
        ? DISK
        : undefined;
    case "yes":
      return written ? DISK : undefined;
    case "cat":
      return endless && written ? DISK : undefined;
    case "tail":
    case "sha256sum":
    case "sha512sum":
    case "md5sum":
      return endless ? MACHINE : undefined;
    case "head":
      return endless && written && / (?:-c ?|--bytes=)\d{0,9}(?:[TP]|\d{3}G|[1-9]\d{11,})/.test(line)
        ? DISK
        : undefined;
    case "fallocate":
      return / -l ?(?:\d{0,6}[TP]|\d{3,6}G)/i.test(line) ? DISK : undefined;
    case "stress":
    case "stress-ng":
      return / (?:--timeout|-t)[ =]?0(?:\s|$)| --vm-bytes[ =]?(?:9\d|100)%/.test(line) ? MACHINE : undefined;
    case "hping3":
    case "nping":
      return / --(?:flood|rate[ =]\d{4,})/.test(line) ? LOAD : undefined;
    case "ping":
      return / -\w{0,4}f(?:\s|$)/.test(line) ? LOAD : undefined;
    case "slowhttptest":
    case "slowloris":
    case "goldeneye":
      return LOAD;
    case "vegeta":
      return / -rate[ =]?(?:0|\d{4,})/.test(line) && !staysAt(line, isNear) ? LOAD : undefined;
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
  const much = args.some(({ text }, at) =>
    rows.some(([option, most]) => option.test(text) && Number(args[at + 1]?.text) >= most),
  );
  return much && !staysAt(line, isNear) ? LOAD : undefined;
}

function exhausted(invocation: Invocation, what: string): Effect {
  return effectOf(invocation, {
    kind: "process",
    severity: "risky",
    what,
    instead: "set a small limit (`dd if=/dev/zero of=./fill.bin bs=1M count=10`), and try it on a server of your own",
  });
}
