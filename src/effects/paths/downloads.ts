/** Target files of download programs. */
import type { Invocation, Word } from "../model/invocation.js";

const OPTIONS: Readonly<Record<string, RegExp>> = {
  curl: /^(?:-[a-zA-Z]{0,8}o|--output)(?:=|$)/,
  fetch: /^-o(?:=|$)/,
  http: /^(?:-o|--output)(?:=|$)/,
  https: /^(?:-o|--output)(?:=|$)/,
  xh: /^(?:-o|--output)(?:=|$)/,
  wget: /^(?:-[a-zA-Z]{0,8}O|--output-document)(?:=|$)/,
  wget2: /^(?:-[a-zA-Z]{0,8}O|--output-document)(?:=|$)/,
  aria2c: /^(?:-o|--out)(?:=|$)/,
};

export function savedFiles({ program = "", args }: Invocation): Word[] {
  const option = Object.hasOwn(OPTIONS, program) ? OPTIONS[program] : undefined;
  if (option === undefined) return [];
  const named = args.flatMap((word, at): Word[] => {
    const form = option.exec(word.text);
    if (form === null) return [];
    const value = form[0].endsWith("=") ? { ...word, text: word.text.slice(form[0].length) } : args[at + 1];
    return value === undefined || value.text === "-" || value.text.startsWith("/dev/") ? [] : [value];
  });
  if (named.length > 0) return named;
  const byUrl = program !== "curl" || args.some(({ text }) => /^-[a-zA-Z]{0,8}O|^--remote-name/.test(text));
  return byUrl ? args.flatMap(urlName) : [];
}

function urlName(word: Word): Word[] {
  const name = /^https?:\/\/[^?#]{1,2000}\/([^/?#]{1,200})(?:[?#]|$)/.exec(word.text)?.[1];
  return name === undefined ? [] : [{ ...word, text: name }];
}
