/** A search that deletes what it finds, or looks for secrets. */
import type { Effect } from "../effect.js";
import type { Invocation } from "../invocation.js";
import { effectOf } from "../make-effect.js";
import { searchedDeletion, searchOf } from "../search.js";
import { isSensitive } from "../sensitive.js";
import type { Program } from "./contract.js";

const find: Program = {
  names: ["find", "gfind"],
  effects(invocation, where) {
    const { names, starts } = searchOf(invocation);
    const deletes = deletion(invocation, starts);
    return [
      ...(deletes === undefined ? [] : searchedDeletion(invocation, deletes, where)),
      ...names.flatMap((name) => readEffect(name, invocation)),
    ];
  },
};

export default find;

const REMOVES = /(?:^|[\s/;&|("'])(?:rm|unlink|shred|srm|wipe)(?:\s|$)/;

/** Undefined when it deletes nothing. */
function deletion({ args }: Invocation, starts: readonly string[]): "file" | "tree" | undefined {
  const removing = starts.find((text) => REMOVES.test(text));
  if (removing !== undefined) return /\s-(?:[a-zA-Z]{0,10}[rR]|-recursive)/.test(removing) ? "tree" : "file";
  return args.some(({ text }) => text === "-delete") ? "file" : undefined;
}

/** Looking for keys by their names is the first step to taking them. */
function readEffect(name: string, invocation: Invocation): Effect[] {
  const secret = isSensitive(name.replace(/[*]/g, ""));
  if (secret === undefined) return [];
  return [
    effectOf(invocation, {
      kind: "read",
      gravity: "ordinary",
      certainty: "likely",
      target: { type: "path", name, sensitive: true },
      what: `looks for ${secret}`,
    }),
  ];
}
