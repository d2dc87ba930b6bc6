/** Packages that come over a line anybody on the way can change: what is installed is run. */
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import type { Program } from "../contract.js";

const PLAIN =
  /[ =]http:\/\/(?:[^/@\s]{1,200}@)?(?!localhost|127\.|0\.0\.0\.0|\[?::1|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|host\.docker\.internal|[\w.-]{1,200}\.(?:local|test|internal|localhost|lan)(?:[:/\s]|$)|[\w-]{1,60}[:/\s])/;
const INSTALLS =
  /^(?: -\S{1,80}){0,6} (?:install|i|add|ci|update|upgrade|download|config|set|pip|wheel|exec|dlx)(?:\s|$)/;

const plainDownloads: Program = {
  names: ["npm", "pnpm", "yarn", "bun", "pip", "pip3", "pipx", "uv", "gem", "cpanm", "luarocks", "easy_install"],
  effects(invocation) {
    const line = lineOf(invocation);
    if (asksForHelp(invocation) || !INSTALLS.test(line) || !PLAIN.test(line)) return [];
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

export default plainDownloads;
