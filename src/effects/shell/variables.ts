/** Environment variables that contain a command which other programs run. */
import type { Invocation } from "../model/invocation.js";
import { type Place, placed, type Reader, type Start } from "./reader.js";

const HOLDS_COMMAND =
  /^(?:PAGER|GIT_PAGER|MANPAGER|SYSTEMD_PAGER|EDITOR|VISUAL|GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_SSH_COMMAND|GIT_SSH|GIT_EXTERNAL_DIFF|GIT_PROXY_COMMAND|GIT_ASKPASS|SSH_ASKPASS|SUDO_ASKPASS|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|BROWSER|RSYNC_RSH|CVS_RSH|SVN_SSH|FZF_DEFAULT_COMMAND|RUSTC_WRAPPER|npm_config_script_shell)$/;
const read = new WeakMap<Reader, Set<string>>();

/** Each once: they stay in the environment of all later commands. */
export function commandsInVariables(invocation: Invocation, start: Start, place: Place, reader: Reader): void {
  if (start.variables.size === 0) return;
  const seen = read.get(reader) ?? new Set();
  read.set(reader, seen);
  for (const [name, { text, known }] of start.variables) {
    const key = `${name}=${text}`;
    if (!known || text === "" || !HOLDS_COMMAND.test(name) || seen.has(key)) continue;
    seen.add(key);
    const scope = place.scope.copy();
    for (const one of [name, "PAGER"]) scope.variables.delete(one);
    reader.walk.text(
      text.replace(/^\|/, ""),
      placed(place, { scope, depth: place.depth + 1, captured: true }),
      invocation.words,
    );
  }
}

/** Prompt commands run without another program. */
export function runsByItself(name: string, place: Place, reader: Reader, line: string): void {
  if (name !== "PROMPT_COMMAND") return;
  const scope = place.scope.copy();
  scope.variables.delete(name);
  for (const [text] of place.scope.variables.get(name)?.choices ?? [])
    if (text !== undefined && text !== "")
      reader.walk.text(text, placed(place, { scope, depth: place.depth + 1 }), line);
}
