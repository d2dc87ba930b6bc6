/** Commands that git starts: aliases and settings in the line, and subcommands that run others. */
import type { Invocation, Word } from "../../model/invocation.js";
import { type Call, runText, startWords, type TakeApart } from "../call.js";
import { plainWord } from "../scope.js";

const HOLDS_COMMAND =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|gitproxy|askpass|alternaterefscommand)|sequence\.editor|pager\..{1,50}|diff\.external|.{1,60}\.(?:textconv|command|cmd|process|clean|smudge|driver|helper|program)|credential\..{0,100}helper|gpg\..{0,40}program|uploadpack\.packobjectshook)$/i;
const TAKES = /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--super-prefix|--config-env)$/;

export const git: TakeApart = (call) => {
  const aliases = new Map<string, string>();
  const { args } = call;
  let at = 0;
  let folder: Word | undefined;
  for (; at < args.length && args[at]!.text.startsWith("-"); at++) {
    const { text } = args[at]!;
    if (text === "-c" || (text.startsWith("-c") && text.includes("="))) {
      setting(call, text === "-c" ? (args[++at]?.text ?? "") : text.slice(2), aliases);
    } else if (text === "-C") folder = args[++at];
    else if (TAKES.test(text)) at++;
  }
  const change =
    folder === undefined
      ? {}
      : { folder: { is: folder.known && folder.text.startsWith("/") ? folder.text : undefined } };
  const [command, ...rest] = args.slice(at);
  if (command === undefined) return undefined;
  const alias = aliases.get(command.text.toLowerCase());
  if (alias !== undefined)
    return alias.startsWith("!")
      ? runText(call, `${alias.slice(1)} ${rest.map(({ text }) => text).join(" ")}`, { fresh: true, ...change })
      : runText(call, `git ${alias} ${rest.map(({ text }) => text).join(" ")}`, { fresh: true, ...change });
  return subcommand(call, command.text, rest);
};

function setting(call: Call, text: string, aliases: Map<string, string>): void {
  const cut = text.indexOf("=");
  const name = text.slice(0, cut === -1 ? undefined : cut);
  const value = cut === -1 ? "" : text.slice(cut + 1);
  if (/^alias\./i.test(name)) aliases.set(name.slice(6).toLowerCase(), value);
  else if (HOLDS_COMMAND.test(name) && value !== "" && !/^(?:true|false)$/.test(value))
    runText(call, value.replace(/^!/, ""), { fresh: true });
}

function subcommand(call: Call, name: string, rest: readonly Word[]): Invocation[] | undefined {
  const texts = rest.map(({ text }) => text);
  switch (name) {
    case "bisect":
      return texts[0] === "run" ? startWords(call, rest.slice(1)) : undefined;
    case "rebase":
    case "filter-branch":
      for (const text of valuesOf(texts, /^(?:-x|--exec|--\w{2,8}-filter|--setup)$/))
        runText(call, text, { fresh: true });
      return undefined;
    case "submodule": {
      const at = texts.indexOf("foreach");
      const words = at === -1 ? [] : rest.slice(at + 1).filter(({ text }) => text !== "--recursive" && text !== "-q");
      for (const _ of words.slice(0, 1)) runText(call, words.map(({ text }) => text).join(" "), { fresh: true });
      return undefined;
    }
    case "difftool":
    case "mergetool":
      for (const text of valuesOf(texts, /^(?:-x|--extcmd)$/)) runText(call, text, { fresh: true });
      return undefined;
    case "config": {
      const plain = texts.filter((text) => !text.startsWith("-"));
      if (/^alias\./i.test(plain[0] ?? "") && plain[1]?.startsWith("!") === true)
        runText(call, plain[1].slice(1), { fresh: true });
      return undefined;
    }
    default:
      return undefined;
  }
}

function valuesOf(texts: readonly string[], option: RegExp): string[] {
  return texts.flatMap((text, at) => {
    if (option.test(text)) return [texts[at + 1] ?? ""];
    const cut = text.indexOf("=");
    return cut > 0 && option.test(text.slice(0, cut)) ? [plainWord(text.slice(cut + 1)).text] : [];
  });
}
