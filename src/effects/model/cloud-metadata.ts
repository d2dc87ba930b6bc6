/** The metadata service of a cloud: it gives the credentials of the machine to every program that asks. */
import { byProgram } from "./by-program.js";
import type { Effect } from "./effect.js";
import type { Invocation, Word } from "./invocation.js";
import { effectOf } from "./make-effect.js";

/** Also as one number, in hexadecimal or octal, which hides it from a reader. */
const ADDRESS =
  /(?:^|[/@\s"'([])(?:169\.254\.169\.254(?:\.(?:nip|sslip|xip)\.io)?|169\.254\.170\.(?:2|23)|fd00:ec2::254|metadata\.google\.internal|metadata\.goog|100\.100\.100\.200|168\.63\.129\.16|2852039166|0xa9fea9fe|0xA9\.0xFE\.0xA9\.0xFE|025177524776|169\.254\.43518)(?:[/:\]"'\s)]|\u{FFFC}|$)/iu;
const TEXTS =
  /^(?:echo|printf|grep|rg|ag|sed|awk|git|gh|cat|dig|host|nslookup|iptables|ip6tables|nft|ufw|ip|route|ping)$/;

/** All of them have a digit, or this word. */
const MAYBE = /\d|metadata/i;
const traitsOf = byProgram((program) => ({ asks: /^ec2-?metadata$/.test(program), texts: TEXTS.test(program) }));

function isAddress({ text }: Word): boolean {
  return text.length < 4000 && MAYBE.test(text) && ADDRESS.test(text);
}

export function cloudMetadata(invocation: Invocation): Effect[] {
  const { program, args } = invocation;
  const { asks, texts } = traitsOf(program);
  const named = asks && args.some(({ text }) => /^(?:-d|--user-data|-a|--all)$/.test(text));
  if (!named && (texts || !args.some(isAddress))) return [];
  return [
    effectOf(invocation, {
      kind: "read",
      severity: "risky",
      what: "reads the cloud metadata service, which gives out the credentials of this machine",
      instead: "ask the user for the one value that is needed, such as the region",
    }),
  ];
}
