/** Shells and interpreters that run downloaded code, or code decoded from base64, hex or similar. */
import type { Invocation } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { upstream } from "../../model/upstream.js";
import type { Program } from "../contract.js";

const FETCH =
  "curl|wget|wget2|fetch|aria2c|http|https|xh|lynx|lwp-download|lwp-request|GET|ftp|tftp|nc|ncat|scp|iwr|invoke-webrequest";
const FETCHES = new RegExp(`^(?:${FETCH})$`, "i");
/** Inside a substitution: `<(curl …)`, `$(wget …)`. */
const FETCHED = new RegExp(`^["']?(?:<\\(|\\$\\(|\`)\\s{0,8}(?:sudo\\s{1,8})?(?:${FETCH})\\s`, "i");
const DECODED =
  /^["']?(?:<\(|\$\(|`).{0,400}\b(?:base64|base32|b64decode|xxd|openssl|uudecode|gpg)\s{1,8}-{0,2}(?:d|D|r|decode|enc -d)\b/;
const FIRST_SEE =
  "download it to a file, read it, and run that file: `curl -fsSLo install.sh https://example.com/install.sh`";

const shells: Program = {
  names: [
    "sh",
    "bash",
    "dash",
    "zsh",
    "ksh",
    "mksh",
    "ash",
    "fish",
    "csh",
    "tcsh",
    "busybox",
    "python",
    "python2",
    "python3",
    "node",
    "nodejs",
    "deno",
    "bun",
    "perl",
    "ruby",
    "php",
    "lua",
    "osascript",
    "tclsh",
    "pwsh",
    "powershell",
    "source",
    ".",
    "eval",
    "iex",
    "invoke-expression",
  ],
  effects(invocation) {
    if (asksForHelp(invocation)) return [];
    const what = found(invocation);
    if (what === undefined) return [];
    return [effectOf(invocation, { kind: "remote-code", severity: "risky", what, instead: FIRST_SEE })];
  },
};

export default shells;

const STEERED = "feeds a shell from a named pipe or socket, as in a remote shell";
const REMOTE = "runs downloaded code without reviewing it first";
const HIDDEN = "runs code decoded from base64, hex or similar";

function found(invocation: Invocation): string | undefined {
  const { args, input, program } = invocation;
  const code = args.find(({ text }) => !text.startsWith("-"))?.source.slice(0, 4096) ?? "";
  if (FETCHED.test(code)) return REMOTE;
  if (DECODED.test(code)) return HIDDEN;
  if (
    input.kind !== "none" &&
    input.kind !== "text" &&
    /sh$/.test(program ?? "") &&
    args.some(({ text }) => text === "-i")
  )
    return STEERED;
  if (input.kind === "pipe" && readsProgram(invocation)) {
    const before = upstream(invocation);
    if (before.some((from) => FETCHES.test(from.program ?? "") && !isData(from))) return REMOTE;
    if (before.some(decodes)) return HIDDEN;
  }
  if (
    /^(?:iex|invoke-expression)$/i.test(program ?? "") &&
    /(?:iwr|irm|invoke-(?:webrequest|restmethod)|downloadstring|webclient)/i.test(lineOf(invocation))
  )
    return REMOTE;
  return undefined;
}

/** With a script argument, piped input is data: `curl … | python3 -m json.tool`. */
function readsProgram({ args, program }: Invocation): boolean {
  if (/^(?:source|\.|eval)$/.test(program ?? "")) return true;
  const words = args.map(({ text }) => text);
  if (words.some((text) => text === "-" || text === "/dev/stdin" || text === "-s" || /^-[a-z]{0,4}s$/.test(text)))
    return true;
  return !words.some(
    (text) =>
      /^-(?:[a-zA-Z]{0,6}[cemEnpr]$|m[a-z])|^--(?:eval|print|require|version)/.test(text) || !text.startsWith("-"),
  );
}

function isData({ args }: Invocation): boolean {
  return args.some(({ text }) => /^-(?:I|-head)$/.test(text));
}

function decodes(from: Invocation): boolean {
  const line = lineOf(from);
  switch (from.program) {
    case "base64":
    case "base32":
    case "gbase64":
      return / (?:-\w{0,3}[dD]|--decode)/.test(line);
    case "xxd":
      return / -\w{0,3}r/.test(line);
    case "openssl":
      return / (?:enc|base64|aes\S*|des\S*)\s.{0,400}-d(?:\s|$)/.test(line);
    case "b64decode":
    case "uudecode":
    case "rev":
      return true;
    case "gpg":
      return / (?:-d|--decrypt)(?:\s|$)/.test(line);
    default:
      return false;
  }
}
