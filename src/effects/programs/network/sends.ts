/** Data sent off the machine: which files, and where to. Downloads write files. */

import type { Effect, Severity, Where } from "../../model/effect.js";
import { type Invocation, UNKNOWN, type Word } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { isNear } from "../../model/near-hosts.js";
import { asksForHelp } from "../../model/rules.js";
import { savedFiles } from "../../paths/downloads.js";
import { pathTarget } from "../../paths/paths.js";
import { writeEffect } from "../../paths/writes.js";
import type { Program } from "../contract.js";

const INSTEAD =
  "show the user what you want to send and where; `git diff --stat` shows what changed without sending anything";

const sends: Program = {
  names: ["curl", "wget", "wget2", "http", "https", "xh", "aria2c", "fetch"],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    const sent = sentBy(invocation);
    const host = hostOf(invocation);
    return [
      ...(sent === undefined ? [] : [sendEffect(invocation, host, sent.inline)]),
      ...(sent?.files ?? []).map((word) => readEffect(word, invocation, where)),
      ...savedFiles(invocation).map((word) =>
        writeEffect(invocation, word, where, { manner: "replace", kind: "write", what: "saves a download to a file" }),
      ),
    ];
  },
};

export default sends;

/** Public drop sites. */
const DROPS =
  /(?:^|[/.@])(?:file\.io|transfer\.sh|0x0\.st|paste\.rs|pastebin\.com|hastebin\.com|dpaste\.(?:org|com)|ix\.io|termbin\.com|sprunge\.us|temp\.sh|bashupload\.com|anonfiles?\.com|gofile\.io|catbox\.moe|webhook\.site|requestbin\.(?:com|net)|pipedream\.net|beeceptor\.com|hookbin\.com|ngrok(?:-free)?\.(?:io|app|dev)|burpcollaborator\.net|oastify\.com|oast\.(?:fun|pro|live|site|online|me)|interact\.sh|hooks\.slack\.com|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|canarytokens\.com|dnslog\.cn|ceye\.io|trycloudflare\.com|localhost\.run|serveo\.net|wormhole\.app|tmpfiles\.org|uguu\.se|filebin\.net|rentry\.co|ghostbin\.com)(?:[/:?]|$)/i;

function hostOf({ args }: Invocation): string {
  const url = args.find(
    ({ text }) => /^(?:https?|ftps?|sftp|scp|smb|tftp|gopher|telnet|dict|ldap):\/\//i.test(text) || DROPS.test(text),
  );
  return url?.text ?? "";
}

interface Sent {
  readonly files: readonly Word[];
  /** True if the data comes from another command or a pipe. */
  readonly inline: boolean;
}

const DATA =
  /^(?:-d|-F|-T|--data(?:-\w{1,10})?|--form(?:-string)?|--upload-file|--json|--post-file|--post-data|--body-file|--body-data|--url-query)$/;
const JOINED =
  /^(--data(?:-\w{1,10})?|--form(?:-string)?|--upload-file|--json|--post-file|--post-data|--body-file|--body-data)=|^(-[dFT])(?=.)/;

function sentBy({ args, program, input }: Invocation): Sent | undefined {
  const files: Word[] = [];
  let sends = false;
  let inline = false;
  args.forEach((word, at) => {
    const joined = JOINED.exec(word.text);
    const option = DATA.test(word.text) ? word.text : (joined?.[1] ?? (program === "curl" ? joined?.[2] : undefined));
    const value = DATA.test(word.text)
      ? args[at + 1]
      : joined === null
        ? undefined
        : { ...word, text: word.text.slice(joined[0].length) };
    if (option === undefined || value === undefined) return;
    sends = true;
    const file = fileIn(option, value.text);
    if (file === "-" || /\$\(|`/.test(value.source)) inline = true;
    if (file !== undefined && file !== "-") files.push({ ...value, text: file });
  });
  if (program === "http" || program === "https" || program === "xh")
    for (const word of args) {
      const file = afterAt(word.text);
      if (file !== undefined && !/:\/\//.test(word.text)) files.push({ ...word, text: file });
    }
  sends ||= files.length > 0;
  return sends
    ? {
        files,
        inline: inline || (input.kind === "pipe" && files.length === 0 && args.some(({ text }) => /^@?-$/.test(text))),
      }
    : undefined;
}

/** `name@file`, `name=@file`. */
function afterAt(text: string): string | undefined {
  const at = text.indexOf("@");
  return at < 0 || at === text.length - 1 ? undefined : text.slice(at + 1);
}

function fileIn(option: string, value: string): string | undefined {
  if (/^(?:-T|--upload-file|--post-file|--body-file)$/.test(option)) return value;
  if (/^(?:-F|--form)$/.test(option)) return /=[@<]([^;]{1,4096})/.exec(value)?.[1];
  if (/^--data-urlencode$/.test(option)) return afterAt(value);
  return value.startsWith("@") ? value.slice(1) : undefined;
}

const UNCHECKED = /^(?:-[a-zA-Z]{0,6}k[a-zA-Z]{0,6}|--insecure|--no-check-certificate|--verify=no)$/;

function sendEffect(invocation: Invocation, host: string, inline: boolean): Effect {
  const drop = DROPS.test(host);
  const blind = host !== "" && !isNear(host) && invocation.args.some(({ text }) => UNCHECKED.test(text));
  const severity: Severity = drop || blind ? "risky" : "ordinary";
  return effectOf(invocation, {
    kind: "send",
    severity,
    target: { type: "host", name: host },
    certainty: host.includes(UNKNOWN) || host === "" ? "unknown" : "certain",
    what: drop
      ? "sends data to a public drop site"
      : blind
        ? "sends data without certificate verification"
        : inline
          ? "sends the output of another command"
          : "sends data to another machine",
    ...(severity === "ordinary" ? {} : { instead: INSTEAD }),
  });
}

/** Whole databases, dumps and recordings. */
const DATA_FILE = /\.(?:sqlite3?|db|sql|dump|bak|pcap|mdb|rdb|bson|pst|kdbx)(?:\.(?:gz|zst|xz|bz2))?$/i;

function readEffect(word: Word, invocation: Invocation, where: Where): Effect {
  const away = DATA_FILE.test(word.text) && !isNear(hostOf(invocation));
  return effectOf(invocation, {
    kind: "send",
    severity: away ? "risky" : "ordinary",
    ...(away ? { instead: INSTEAD } : {}),
    target: pathTarget(word, where, invocation.cwd),
    certainty: word.known ? "certain" : "unknown",
    what: "sends a file to another machine",
  });
}
