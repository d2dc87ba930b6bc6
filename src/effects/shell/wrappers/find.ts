/** `find PATH… -exec COMMAND… ;` and `fd … -x COMMAND…`: the command receives each match. */
import { UNKNOWN, type Word } from "../../model/invocation.js";
import { startWords, type TakeApart } from "../call.js";
import { plainWord } from "../scope.js";
import { put } from "./xargs.js";

const MOST_STARTS = 4;

export const find: TakeApart = (call) => {
  const { args } = call;
  const first = args.findIndex(({ text }) => /^[-(!]/.test(text) && !/^-[HLPDO]/.test(text));
  const starts = args.slice(0, first === -1 ? undefined : first).filter(({ text }) => !/^-[HLPDO]/.test(text));
  let started = false;
  for (let at = 0; at < args.length; at++) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(args[at]!.text)) continue;
    const end = args.findIndex(({ text }, index) => index > at && (text === ";" || text === "+"));
    const command = args.slice(at + 1, end === -1 ? undefined : end);
    const from = starts.length === 0 ? ["."] : starts.slice(0, MOST_STARTS).map(({ text }) => text);
    for (const start of from)
      startWords(
        call,
        command.map((word) => put(word, "{}", below(start))),
        { moreArgs: true, input: { kind: "none" } },
      );
    started = true;
    if (end === -1) break;
    at = end;
  }
  // Its own output is still the paths.
  return started ? [] : undefined;
};

function below(start: string): string {
  return start.endsWith("/") ? `${start}${UNKNOWN}` : `${start}/${UNKNOWN}`;
}

const FD_VALUES =
  /^(?:-[eEdtSjogcC]|--(?:extension|exclude|max-depth|min-depth|type|size|threads|owner|changed-within|changed-before|color|format))$/;

/** The directory that `fd PATTERN FOLDER` or `fd --search-path FOLDER` searches. */
function fdRoot(args: readonly Word[]): string {
  const named = args.findIndex(({ text }) => /^(?:--search-path|--base-directory|-C)$/.test(text));
  if (named !== -1 && args[named + 1] !== undefined) return args[named + 1]!.text;
  const words = args.filter(({ text }, at) => !text.startsWith("-") && !FD_VALUES.test(args[at - 1]?.text ?? ""));
  return words[1]?.text ?? ".";
}

export const findFast: TakeApart = (call) => {
  const at = call.args.findIndex(({ text }) => /^(?:-x|-X|--exec|--exec-batch)(?:=|$)/.test(text));
  if (at === -1) return undefined;
  const option = call.args[at]!.text;
  const cut = option.indexOf("=");
  const command: Word[] = [...(cut === -1 ? [] : [plainWord(option.slice(cut + 1))]), ...call.args.slice(at + 1)];
  const root = fdRoot(call.args.slice(0, at));
  const filled = command.map((word) => put(word, "{}", below(root)));
  const whole = filled.some(({ text }) => text.includes(UNKNOWN))
    ? filled
    : [...filled, { ...plainWord(below(root)), source: "{}" }];
  return startWords(call, whole, { moreArgs: true, input: { kind: "none" } });
};
