/** Ad-hoc web servers: everyone on the network can read the served directory. */

import type { Where } from "../../model/effect.js";
import type { Invocation } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { absolute, isWithin } from "../../paths/paths.js";
import type { Program } from "../contract.js";

const SERVES: Readonly<Record<string, RegExp>> = {
  python: / -m (?:http\.server|SimpleHTTPServer|pyftpdlib|uploadserver)(?:\s|$)/,
  python3: / -m (?:http\.server|SimpleHTTPServer|pyftpdlib|uploadserver)(?:\s|$)/,
  php: / -S /,
  ruby: / -run -?e? ?httpd/,
  serve: /^/,
  "http-server": /^/,
  "live-server": /^/,
  miniserve: /^/,
  dufs: /^/,
  caddy: / file-server/,
  busybox: / httpd/,
  webfsd: /^/,
};
const FOLDER = /^(?:-d|--directory|-t|--root|-h|--dir|-r)$/;
const OWN = / (?:--bind[ =]?|-b ?|-a ?|-i ?|-S |--host[ =]?|--listen[ =]?|-l ?(?:tcp:\/\/)?)(?:127\.|localhost|::1)/;

const servedFolders: Program = {
  names: Object.keys(SERVES),
  effects(invocation, where) {
    const line = lineOf(invocation);
    if (asksForHelp(invocation) || !SERVES[invocation.program!]!.test(line) || OWN.test(line)) return [];
    const folder = servedBy(invocation, where);
    const isWide =
      folder !== undefined && (isWithin(where.home, folder) || folder === "/" || folder.startsWith(`${where.home}/.`));
    if (!isWide) return [];
    return [
      effectOf(invocation, {
        kind: "send",
        severity: "risky",
        what: "serves a home directory, or more, to the whole network",
        instead: "serve one directory to this machine only: `python3 -m http.server --bind 127.0.0.1 --directory dist`",
      }),
    ];
  },
};

export default servedFolders;

function servedBy({ args, cwd }: Invocation, where: Where): string | undefined {
  const at = args.findIndex(({ text }) => FOLDER.test(text));
  const joined = args.find(({ text }) => /^--(?:directory|root|dir)=/.test(text))?.text.replace(/^[^=]{1,20}=/, "");
  const named = joined ?? (at === -1 ? args.find(({ text }) => /^[/~.]/.test(text))?.text : args[at + 1]?.text);
  return named === undefined ? cwd : absolute(named, where, cwd);
}
