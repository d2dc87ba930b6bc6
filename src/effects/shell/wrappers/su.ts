/** `su [-] [USER] -c TEXT`, `runuser -u USER COMMAND`. */
import { runText, startWords, type TakeApart } from "../call.js";
import { hasOption, readOptions, valueOfOption } from "../options.js";
import { asShell } from "./row.js";

const OPTIONS = { takes: "cugGsTw", long: ["command", "session-command", "user", "group", "shell"] };

export const su: TakeApart = (call) => {
  const { args, invocation } = call;
  const words = args.filter(({ text }) => text !== "-");
  const found = readOptions(words, OPTIONS);
  // The user may precede the options.
  const behind = readOptions(found.rest.slice(1), OPTIONS);
  const text =
    valueOfOption(found, "-c", "--command", "--session-command") ??
    valueOfOption(behind, "-c", "--command", "--session-command");
  if (text !== undefined) return runText(call, text.text, { fresh: true });
  if (invocation.program === "runuser" && hasOption(found, "-u", "--user") && found.rest.length > 0)
    return startWords(call, found.rest);
  asShell(call, { shell: true }, {});
  return undefined;
};
