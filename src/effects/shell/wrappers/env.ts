/** `env [-i] [-u NAME] [-C FOLDER] [-S TEXT] [NAME=value…] COMMAND…` */
import { UNKNOWN, type Word } from "../../model/invocation.js";
import { runText, startWords, type TakeApart } from "../call.js";
import { readOptions, valueOfOption } from "../options.js";
import { joined, leadingVariables } from "./row.js";

export function splitEnv(args: readonly Word[]) {
  const found = readOptions(args[0]?.text === "-" ? args.slice(1) : args, {
    takes: "uCSaP",
    long: ["unset", "chdir", "split-string", "argv0", "block-signal"],
  });
  // Unknown words are variables if a command follows.
  const from = found.rest.findIndex(({ text, source }) => text !== UNKNOWN || source.startsWith('"'));
  return { found, ...leadingVariables(from > 0 ? found.rest.slice(from) : found.rest) };
}

export const env: TakeApart = (call) => {
  const { found, variables, rest } = splitEnv(call.args);
  const split = valueOfOption(found, "-S", "--split-string");
  const folder = valueOfOption(found, "-C", "--chdir");
  const change = folder === undefined ? {} : { folder: { is: folder.known ? folder.text : undefined } };
  if (split !== undefined) return runText(call, `${split.text} ${joined(found.rest)}`, change);
  if (rest.length === 0) return undefined;
  return startWords(call, rest, { ...change, variables: new Map([...call.start.variables, ...variables]) });
};
