/** Packages that come over a line anybody on the way can change: what is installed is run. */

import { effectOf } from "../../model/make-effect.js";
import { isNear } from "../../model/near-hosts.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import type { Program } from "../contract.js";

const PLAIN = /[ =](http:\/\/[^\s"']{1,500})/g;
/** A name without a dot is one of this network. */
const ONE_WORD = /^http:\/\/(?:[^/@\s]{1,200}@)?[\w-]{1,60}(?::\d{0,5})?(?:\/|$)/;
const INSTALLS =
  /^(?: -\S{1,80}){0,6} (?:install|i|add|ci|update|upgrade|download|config|set|pip|wheel|exec|dlx)(?:\s|$)/;

const plainDownloads: Program = {
  names: ["npm", "pnpm", "yarn", "bun", "pip", "pip3", "pipx", "uv", "gem", "cpanm", "luarocks", "easy_install"],
  effects(invocation) {
    const line = lineOf(invocation);
    if (asksForHelp(invocation) || !INSTALLS.test(line) || !isPlain(line)) return [];
    return [
      effectOf(invocation, {
        kind: "remote-code",
        severity: "risky",
        certainty: "likely",
        what: "takes packages from a place that anybody on the way can put others in",
        instead: "take them over https from the usual registry, such as `npm install left-pad`",
      }),
    ];
  },
};

function isPlain(line: string): boolean {
  return Array.from(line.matchAll(PLAIN), ([, address]) => address!).some(
    (address) => !isNear(address) && !ONE_WORD.test(address),
  );
}

export default plainDownloads;
