/** Allows options that only change appearance. Commands it may run are checked like any other. */
import type { Word } from "../../model/invocation.js";
import { readArguments } from "../fits.js";
import { isSure, type Verbs, type Ways } from "../rule.js";

const SHOWN =
  "-x -e -i +i -0 -1 -m? -d= -f= -n= -q= -h --algo= --ansi --accept-nth= --bold --no-bold --border? --border-label= --border-label-pos= --color= --cycle --delimiter= --disabled --ellipsis= --exact --exit-0 --expect= --extended --filepath-word --filter= --footer= --gap? --gap-line? --header= --header-first --header-label= --header-lines= --height= --help --highlight-line --history-size= --hscroll-off= --ignore-case --info= --input-border? --input-label= --jump-labels= --keep-right --label= --layout= --list-border? --list-label= --literal --man --margin= --marker= --marker-multi-line= --min-height= --multi? --no-bold --no-clear --no-color --no-extended --no-hscroll --no-ignore-case --no-info --no-input --no-mouse --no-multi --no-multi-line --no-scrollbar --no-separator --no-sort --no-tty-default --no-unicode --nth= --padding= --pointer= --preview-border? --preview-label= --preview-label-pos= --preview-window= --print-query --print0 --prompt= --query= --read0 --reverse --scheme= --scroll-off= --scrollbar? --select-1 --separator= --smart-case --sort= --style= --sync --tabstop= --tac --tail= --tiebreak= --track --ghost= --raw --bash --zsh --fish --preview-wrap-sign= --list-label-pos= --input-label-pos= --header-border? --footer-border? --id-nth= --version --walker= --walker-root= --walker-skip= --with-nth= --wrap --wrap-sign= --tmux? --unicode --no-scrollbar --preview= --bind=";

/**
 * Keys and their actions within the list. An action that starts a program has a parenthesis or colon after its name.
 */
const BINDS = /^(?!.*(?:execute|become|reload|transform|preview\(|exec))[\w\-+,:/. @^]*(?:put\(\w*\))?$/;

function fzf(words: readonly Word[], open: boolean, ways: Ways): boolean {
  if (open || !words.every(isSure)) return false;
  const texts = words.map(({ text }) => text).filter((text) => !/^(?:--no-[a-z\d-]+|\+[a-z])$/.test(text));
  if (readArguments({ options: SHOWN }, texts) === undefined) return false;
  const values = (name: string) =>
    texts.flatMap((text, at) =>
      text.startsWith(`${name}=`) ? [text.slice(name.length + 1)] : texts[at - 1] === name ? [text] : [],
    );
  return (
    values("--bind").every((bind) => BINDS.test(bind)) &&
    values("--preview").every((command) => ways.line(command.replaceAll(/\{[\w.,+-]*\}/g, "x")))
  );
}

export default { fzf } satisfies Verbs;
