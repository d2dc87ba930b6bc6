/** Terminal multiplexers and emulators: typed input, and programs started in them. */
import type { Word } from "../../model/invocation.js";
import { type Call, runText, startWords, type TakeApart } from "../call.js";
import { readOptions } from "../options.js";
import { joined } from "./row.js";

const TMUX_STARTS =
  /^(?:new-session|new|new-window|neww|split-window|splitw|respawn-pane|respawnp|respawn-window|respawnw|run-shell|run|if-shell|if|popup|display-popup|pipe-pane|pipep)$/;
const KEYS = /^(?:Enter|C-m|C-j|KPEnter|Escape|Tab|Space|C-\w|Up|Down)$/;

const tmux: TakeApart = (call) => {
  const outer = readOptions(call.args, { takes: "cfLST" }).rest;
  const [command, ...args] = outer;
  if (command === undefined) return undefined;
  if (/^(?:send-keys|send)$/.test(command.text)) {
    const { rest } = readOptions(args, { takes: "tNc" });
    const text = joined(rest.filter((word) => !KEYS.test(word.text)));
    if (text !== "" && rest.length > 0) runText(call, text, { fresh: true });
    return undefined;
  }
  if (!TMUX_STARTS.test(command.text)) return undefined;
  const { rest } = readOptions(args, { takes: "cefFlnpstxy" });
  run(call, rest);
  return undefined;
};

/** One word is text for a shell; several are a program and its arguments. */
function run(call: Call, words: readonly Word[]): void {
  if (words.length > 1) startWords(call, words);
  else if (words.length === 1) runText(call, words[0]!.text, { fresh: true });
}

const screen: TakeApart = (call) => {
  const { rest, options } = readOptions(call.args, { takes: "SXceEhpstT" });
  const stuffed = call.args.findIndex(({ text }) => text === "stuff");
  if (stuffed !== -1) {
    const text = call.args[stuffed + 1]?.text.replace(/\\[nr]|\^M|[\r\n]/g, "");
    if (text !== undefined) runText(call, text, { fresh: true });
  } else if (rest.length > 0 && !options.some(([name]) => name === "-r" || name === "-x")) run(call, rest);
  return undefined;
};

/** `xterm -e COMMAND` and similar. */
const window: TakeApart = (call) => {
  const at = call.args.findIndex(({ text }) => /^(?:-e|-x|--|--command|--execute)$/.test(text));
  if (at !== -1 && call.args.length > at + 1) runText(call, joined(call.args.slice(at + 1)), { fresh: true });
  return undefined;
};

export const TERMINALS: Readonly<Record<string, TakeApart>> = {
  tmux,
  screen,
  xterm: window,
  "gnome-terminal": window,
  konsole: window,
  alacritty: window,
  kitty: window,
  foot: window,
  "x-terminal-emulator": window,
};
