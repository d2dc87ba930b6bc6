/** `env [-i] [-u NAME] [-C FOLDER] [-S TEXT] [NAME=value…] COMMAND…` */
import { runText, startWords, type TakeApart } from "../call.js";
import { readOptions, valueOfOption } from "../options.js";
import { joined, leadingVariables } from "./row.js";

export const env: TakeApart = (call) => {
  const found = readOptions(call.args, {
    takes: "uCSaP",
    long: ["unset", "chdir", "split-string", "argv0", "block-signal"],
  });
  const split = valueOfOption(found, "-S", "--split-string");
  const folder = valueOfOption(found, "-C", "--chdir");
  const change = folder === undefined ? {} : { folder: { is: folder.known ? folder.text : undefined } };
  if (split !== undefined) return runText(call, `${split.text} ${joined(found.rest)}`, change);
  const { variables, rest } = leadingVariables(found.rest);
  if (rest.length === 0) return undefined;
  return startWords(call, rest, { ...change, variables: new Map([...call.start.variables, ...variables]) });
};
