/** Final destinations of copies: a directory receives each file under its own name, and a tree with all its names. */
import { hasFlag, operands } from "../../model/arguments.js";
import type { Effect } from "../../model/effect.js";
import { effectOf } from "../../model/make-effect.js";
import { pathTarget } from "../../paths/paths.js";
import type { Program } from "../contract.js";

const TREES = new Set(["rsync", "ditto", "robocopy", "xcopy", "scp"]);

/** Programs that transfer files to other machines: the destination is not local. */
const REMOTE = /^[^/]{1,255}:|^(?:scp|rsync):\/\//;

const copyDestinations: Program = {
  names: ["cp", "mv", "install", "ln", "gcp", "gmv", "copy-item", "move-item", ...TREES],
  effects(invocation, where) {
    const words = operands(invocation, ["-S", "-m", "-o", "-g", "-e", "-i", "-P", "-F"]);
    const named = invocation.args.findIndex(({ text }) => text === "-t" || text === "--target-directory");
    const to = named === -1 ? words.at(-1) : invocation.args[named + 1];
    if (to === undefined || words.length < 2) return [];
    const { program = "" } = invocation;
    if (/^(?:scp|rsync)$/.test(program) && REMOTE.test(to.text)) return [];
    const whole = TREES.has(program) || (/cp$/.test(program) && hasFlag(invocation, "rRa", ["recursive", "archive"]));
    const target = pathTarget(to, where, invocation.cwd);
    const written = (text: string, below: boolean): Effect =>
      effectOf(invocation, {
        kind: "write",
        severity: "ordinary",
        target: { ...pathTarget({ ...to, text }, where, invocation.cwd), ...(below ? { below: true } : {}) },
        certainty: "likely",
        what: "copies files into a directory",
      });
    const inside = words.slice(0, 8).flatMap(({ text, known }) => {
      const name = text.split("/").findLast((part) => part !== "");
      return known && name !== undefined && text !== to.text ? [written(`${to.text}/${name}`, whole)] : [];
    });
    return [...inside, ...(whole && target.type === "path" ? [written(to.text, true)] : [])];
  },
};

export default copyDestinations;
