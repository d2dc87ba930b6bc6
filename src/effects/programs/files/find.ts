/** Searches that delete their matches or look for secrets. */
import type { Effect, Where } from "../../model/effect.js";
import type { Invocation, Word } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { absolute } from "../../paths/paths.js";
import { searchedDeletion } from "../../paths/search.js";
import { searchOf } from "../../paths/search-terms.js";
import { isSensitive } from "../../paths/sensitive.js";
import type { Program } from "../contract.js";

const find: Program = {
  names: ["find", "gfind"],
  effects(invocation, where) {
    const { names, roots, starts } = searchOf(invocation);
    const deletes = deletion(invocation, starts);
    return [
      ...(deletes === undefined ? [] : searchedDeletion(invocation, deletes, where)),
      ...names.flatMap((name) =>
        looksFor(
          name,
          roots,
          invocation,
          where,
          starts.some((text) => READS.test(text)),
        ),
      ),
    ];
  },
};

export default find;

const REMOVES = /(?:^|[\s/;&|("'])(?:rm|unlink|shred|srm|wipe)(?:\s|$)/;

/** Deletes a file derived from the match: `rm {}.bak`. */
const BESIDE = /\{\}[.~_-]\w/;

/** Returns undefined if it deletes nothing. */
function deletion({ args }: Invocation, starts: readonly string[]): "file" | "tree" | undefined {
  const removing = starts.find((text) => REMOVES.test(text) && !BESIDE.test(text));
  if (removing !== undefined) return /\s-(?:[a-zA-Z]{0,10}[rR]|-recursive)/.test(removing) ? "tree" : "file";
  return args.some(({ text }) => text === "-delete") ? "file" : undefined;
}

/** The started program prints the match. */
const READS =
  /(?:^|[\s/;&|("'])(?:cat|head|tail|less|more|bat|grep|strings|base64|xxd|od|nl|cp|tar|zip|curl|scp|nc)(?:\s|$)/;

const EVERYWHERE = /^\/(?:$|home$|Users$|root$|etc$|var$|mnt$|\*)/;

/** A disk-wide search for keys is the first step to steal them. */
function looksFor(
  name: string,
  roots: readonly Word[],
  invocation: Invocation,
  where: Where,
  reads: boolean,
): Effect[] {
  const within = roots.flatMap(({ text, known }) =>
    known && !text.startsWith(".") ? [isSensitive(`${text}/${name}`)] : [],
  );
  const kept = within.find((what) => what !== undefined);
  const secret = isSensitive(name.replace(/[*]/g, "")) ?? kept;
  if (secret === undefined) return [];
  const wide =
    roots.some(({ text }) => {
      const path = absolute(text, where, invocation.cwd);
      return path === undefined || path === where.home || EVERYWHERE.test(path);
    }) ||
    (kept !== undefined && /^token/.test(name)) ||
    reads;
  return [
    effectOf(invocation, {
      kind: "read",
      severity: wide ? "risky" : "ordinary",
      certainty: "likely",
      target: { type: "path", name, sensitive: true },
      what: `searches for ${secret}${wide ? " on the whole disk" : ""}`,
      ...(wide ? { instead: "ask the user where it is, or search the project: `find . -name config.json`" } : {}),
    }),
  ];
}
