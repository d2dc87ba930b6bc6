/** Programs that transfer files or text to other machines: scp, sockets, DNS queries. */
import { operands } from "../../model/arguments.js";
import type { Effect, Where } from "../../model/effect.js";
import { inputText } from "../../model/input-text.js";
import type { Invocation, Word } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { upstream } from "../../model/upstream.js";
import { important } from "../../paths/important.js";
import { pathTarget } from "../../paths/paths.js";
import { readEffect } from "../../paths/reads.js";
import { writeEffect } from "../../paths/writes.js";
import { optionValues } from "../../services/options.js";
import type { Program } from "../contract.js";

const INSTEAD = "show the user what you want to send and where";

const carriers: Program = {
  names: [
    "scp",
    "sftp",
    "nc",
    "ncat",
    "netcat",
    "socat",
    "telnet",
    "ssh",
    "dig",
    "nslookup",
    "host",
    "drill",
    "ping",
    "curl",
    "wget",
    "mail",
    "mailx",
    "sendmail",
    "mutt",
    "openssl",
    "ftp",
    "lftp",
    "ncftp",
    "msmtp",
    "swaks",
    "neomutt",
  ],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    switch (invocation.program) {
      case "scp":
        return copied(invocation, where);
      case "sftp":
      case "ftp":
      case "lftp":
      case "ncftp":
        return [...put(invocation), ...deletedThere(invocation, where)];
      case "dig":
      case "nslookup":
      case "host":
      case "drill":
      case "ping":
      case "curl":
      case "wget":
        return asked(invocation);
      case "mail":
      case "mailx":
      case "sendmail":
      case "mutt":
      case "neomutt":
      case "msmtp":
      case "swaks":
        return [...piped(invocation, where), ...mailed(invocation)];
      case "socat":
        return [...piped(invocation, where), ...opened(invocation, where)];
      default:
        return piped(invocation, where);
    }
  },
};

export default carriers;

const REMOTE = /^[^/]{1,255}:|^scp:\/\//;
const SCP_VALUES = ["-i", "-P", "-o", "-F", "-l", "-S", "-c", "-J", "-D", "-X"];

function copied(invocation: Invocation, where: Where): Effect[] {
  const words = operands(invocation, SCP_VALUES);
  const to = words.at(-1);
  if (to === undefined || words.length < 2) return [];
  if (!REMOTE.test(to.text))
    return [
      ...words.slice(0, -1).flatMap((word) => (REMOTE.test(word.text) ? [] : [readEffect(word, invocation, where)])),
      writeEffect(invocation, to, where, {
        manner: "replace",
        kind: "write",
        what: "copies files from another machine",
        names: "maybe-folder",
      }),
    ];
  const path = to.text.replace(/^[^/]{1,255}?:/, "");
  const there = important(path.startsWith("~") ? `${where.home}${path.slice(1)}` : path, where);
  if (there !== undefined && there.severity.write !== "ordinary")
    return [
      effectOf(invocation, {
        kind: "persistence",
        severity: "risky",
        target: { type: "host", name: to.text },
        what: `writes to ${there.what}, on another machine`,
        instead: INSTEAD,
      }),
    ];
  return words
    .slice(0, -1)
    .filter(({ text }) => !REMOTE.test(text))
    .map((word) => sent(word, to.text, invocation, where));
}

/** `socat FILE:path TCP:host:port` */
function opened(invocation: Invocation, where: Where): Effect[] {
  const { args } = invocation;
  if (!args.some(({ text }) => /^(?:tcp|udp|openssl|ssl|sctp|proxy|socks)[\w-]{0,12}:/i.test(text))) return [];
  return args.flatMap((word) => {
    const path =
      /^(?:file|open|gopen|create):([^,]{1,1000})/i.exec(word.text)?.[1] ??
      (/^[/~.]/.test(word.text) ? word.text : undefined);
    return path === undefined ? [] : [sent({ ...word, text: path }, "another machine", invocation, where)];
  });
}

/** Recipients from a list: mail to many people without a review. */
function mailed(invocation: Invocation): Effect[] {
  const many = operands(invocation, ["-s", "-r", "-f", "-S", "-a", "-c", "-b", "--header", "--body", "--from"]).some(
    ({ known, source }) => !known && /^["']?\$\{?[a-z]\w{0,30}\}?["']?$/.test(source),
  );
  return many || invocation.moreArgs
    ? [
        effectOf(invocation, {
          kind: "send",
          severity: "risky",
          what: "sends mail to addresses from a list",
          instead: "show the user the mail and the list, and ask them to send it",
        }),
      ]
    : [];
}

/** Session commands that delete remote files: `mirror -R --delete`, `rm *`. */
function deletedThere(invocation: Invocation, where: Where): Effect[] {
  const told = optionValues(invocation, ["-e", "-c"]);
  const read = inputText(invocation.input, where);
  const deletes = [...told, ...(read === undefined ? [] : [read])].some((text) =>
    /(?:^|[\n;])\s{0,8}(?:mirror\b[^\n;]{0,200}\s--?(?:delete|e\b)|m?rm\b|rmdir\b|mdelete\b|delete\b|glob rm\b)/.test(
      text.slice(0, 20_000),
    ),
  );
  return deletes
    ? [
        effectOf(invocation, {
          kind: "delete",
          severity: "risky",
          what: "deletes files on another machine",
          instead: "list what exists, and ask the user to delete it",
        }),
      ]
    : [];
}

/** A transfer batch that uploads files. */
function put(invocation: Invocation): Effect[] {
  const { input } = invocation;
  if (input.kind !== "text" || !/^\s{0,8}(?:put|mput|reput)\s/m.test(input.text.text)) return [];
  return [
    effectOf(invocation, {
      kind: "send",
      severity: "risky",
      what: "sends files to another machine",
      instead: INSTEAD,
    }),
  ];
}

function sent(word: Word, host: string, invocation: Invocation, where: Where): Effect {
  const target = pathTarget(word, where, invocation.cwd);
  const staged = target.place === "temp";
  return effectOf(invocation, {
    kind: "send",
    severity: staged ? "risky" : "ordinary",
    target,
    certainty: word.known ? "certain" : "unknown",
    what: staged
      ? "sends data that was collected in a temporary directory"
      : `sends a file to ${host.replace(/:.*$/, "")}`,
    ...(staged ? { instead: INSTEAD } : {}),
  });
}

/** A hostname built by a command carries that command's output. */
function asked(invocation: Invocation): Effect[] {
  const carries = invocation.args.some(
    ({ text, source, known }) =>
      !known &&
      text.includes(".") &&
      /[$`].{0,400}\b(?:base64|base32|xxd|cat|od|hexdump|gzip|head|whoami|env)\b/.test(source),
  );
  if (!carries) return [];
  return [
    effectOf(invocation, {
      kind: "send",
      severity: "risky",
      certainty: "likely",
      what: "exfiltrates data in DNS queries",
      instead: INSTEAD,
    }),
  ];
}

/** `tar … | nc host`, `cat key | ssh host`: the file that is read is the file that is sent. */
function piped(invocation: Invocation, where: Where): Effect[] {
  const { input, program } = invocation;
  if (program === "openssl" && !/ s_client/.test(lineOf(invocation))) return [];
  if (input.kind === "file")
    return [
      effectOf(invocation, {
        kind: "send",
        severity: "ordinary",
        target: pathTarget(input.file, where, invocation.cwd),
        what: "sends a file to another machine",
      }),
    ];
  if (input.kind !== "pipe") return [];
  const packs = upstream(invocation).find(({ program: from }) => from === "tar" || from === "zip" || from === "cpio");
  const trees =
    packs === undefined ? [] : operands(packs, ["-f", "-C"]).map((word) => pathTarget(word, where, packs.cwd));
  const wide = trees.find(
    ({ name, place }) =>
      place === "root" ||
      name === where.home ||
      (name === where.project && /^(?:nc|ncat|netcat|socat|telnet|openssl)$/.test(program ?? "")) ||
      /^\/(?:etc|home|Users|root|var)(?:\/\*?)?$/.test(name) ||
      /^\/(?:home|Users)\/[^/]{1,64}(?:\/\*)?$/.test(name),
  );
  return [
    effectOf(invocation, {
      kind: "send",
      severity: wide === undefined ? "ordinary" : "risky",
      ...(wide === undefined ? {} : { target: wide, instead: INSTEAD }),
      what:
        wide === undefined
          ? "sends the output of other commands"
          : "sends the whole project, home directory or machine to another machine",
    }),
  ];
}
