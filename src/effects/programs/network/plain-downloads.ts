/** Packages over an unencrypted connection: an attacker on the network could replace them, and installing runs them. */

import { effectOf } from "../../model/make-effect.js";
import { isNear } from "../../model/near-hosts.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import type { Program } from "../contract.js";

const PLAIN = /[ =](http:\/\/[^\s"']{1,500})/g;
/** A hostname without a dot is local. */
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
        what: "installs packages over an unencrypted connection",
        instead: "install over https from the default registry, such as `npm install left-pad`",
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
