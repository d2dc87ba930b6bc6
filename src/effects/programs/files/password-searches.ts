/** Password searches across home directories or disks. In the project they are a normal check. */
import { hasFlag, operands } from "../../model/arguments.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp } from "../../model/rules.js";
import { absolute, isWithin } from "../../paths/paths.js";
import type { Program } from "../contract.js";

const SECRETS = /pass(?:word|wd|phrase)?|secret|token|api.?key|credential|private.?key|BEGIN.{0,20}KEY/i;
const WIDE = /^\/(?:$|home|Users|etc$|var$|root|mnt|srv|opt$)/;

const passwordSearches: Program = {
  names: ["grep", "egrep", "fgrep", "rg", "ag", "ack", "findstr"],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    const [pattern, ...folders] = operands(invocation, ["-A", "-B", "-C", "-m", "-g", "-t"]);
    const everywhere = hasFlag(invocation, "rR", ["recursive"]) || /^(?:rg|ag|ack)$/.test(invocation.program ?? "");
    if (!everywhere || pattern === undefined || !SECRETS.test(pattern.text)) return [];
    const wide = folders.some(({ text }) => {
      const path = absolute(text, where, invocation.cwd);
      return path !== undefined && !isWithin(path, where.project) && (WIDE.test(path) || path === where.home);
    });
    if (!wide) return [];
    return [
      effectOf(invocation, {
        kind: "read",
        severity: "risky",
        what: "searches all files for passwords",
        instead: "search the project only: `grep -rn password ./src`",
      }),
    ];
  },
};

export default passwordSearches;
