/** JavaScript and TypeScript, in Node, Deno, Bun and osascript. */
import { UNKNOWN } from "../model/invocation.js";
import { decoded, joinedPath, sameText, within } from "./known-values.js";
import type { Act, Call, Language } from "./language.js";
import { spread } from "./spread.js";
import { join, NOTHING_KNOWN, text, type Value } from "./value.js";

const run: Act = { does: "run", command: 0 };
/** A program and its argument list. */
const start: Act = { does: "run", command: 0, rest: true };
const again = ({ on }: Call): Value | undefined => on;
const network = (): Value => ({ texts: [UNKNOWN], from: "network", called: "response" });

/** Most `fs` functions have a callback, a sync and a promise form. */
function files(names: string, act: Act): Record<string, Act> {
  const all = names.split(" ");
  return Object.fromEntries(
    all.flatMap((name) => [
      [`fs.${name}`, act],
      [`fs.${name}Sync`, act],
      [`fs.promises.${name}`, act],
      [`fs-extra.${name}`, act],
      [`fs-extra.${name}Sync`, act],
      [`graceful-fs.${name}`, act],
      [`Deno.${name}`, act],
      [`Deno.${name}Sync`, act],
    ]),
  );
}

export const JAVASCRIPT: Language = {
  name: "javascript",
  spelling: {
    lineComments: ["//"],
    blockComments: [["/*", "*/"]],
    quotes: { "'": { fills: "none" }, '"': { fills: "none" }, "`": { fills: "${}" } },
    patterns: true,
    sigils: "$",
  },
  joins: ["+"],
  parts: [".", "?."],
  bare: false,
  defines: ["function"],
  imports: ["require", "import", "process.mainModule.require", "module.require", "process.getBuiltinModule"],
  globals: { $: "zx.$", global: "globalThis", window: "globalThis" },
  acts: {
    ...files("unlink rmdir", { does: "delete", path: 0 }),
    ...files("rm remove emptyDir rimraf", { does: "delete-tree", path: 0 }),
    ...spread("rimraf rimraf.rimraf rimraf.sync del del.deleteAsync del.deleteSync trash", {
      does: "delete-tree",
      path: 0,
    } as const),
    ...files("writeFile writeTextFile outputFile writeJson truncate", { does: "overwrite", path: 0 }),
    ...files("appendFile mkdir", { does: "write", path: 0 }),
    "fs.createWriteStream": { does: "overwrite", path: 0 },
    "Bun.write": { does: "overwrite", path: 0 },
    ...files("readFile readTextFile createReadStream", { does: "read", path: 0 }),
    "fs.createReadStream": { does: "read", path: 0 },
    "Bun.file": { does: "read", path: 0 },
    ...files("open", { does: "open", path: 0, mode: 1 }),
    ...files("rename move", { does: "move", path: 0, to: 1 }),
    ...files("copyFile cp copy", { does: "copy", path: 0, to: 1 }),
    ...files("symlink link", { does: "link", path: 0, to: 1 }),
    ...files("chmod chown lchown", { does: "permissions", path: 0 }),
    ...spread("child_process.exec child_process.execSync", run),
    ...spread("child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync", start),
    ...spread("Bun.spawn Bun.spawnSync Deno.run", { does: "run", command: 0, words: true } as const),
    ...spread("Deno.Command execa execa.execa execa.execaSync cross-spawn cross-spawn.sync", start),
    ...spread("execa.execaCommand execa.execaCommandSync shelljs.exec", run),
    ...spread("eval Function vm.runInThisContext vm.runInNewContext vm.Script globalThis.eval", {
      does: "eval",
      code: 0,
    } as const),
    ...spread("fetch axios axios.get http.get https.get http.request https.request got", {
      does: "fetch",
      url: 0,
    } as const),
    ...spread("axios.post axios.put got.post navigator.sendBeacon", { does: "send", url: 0 } as const),
    ...spread("net.connect net.createConnection net.Socket().connect net.Socket tls.connect Deno.connect Bun.connect", {
      does: "connect",
    } as const),
    "#pipe": { does: "join-streams" },
    ...spread("process.kill", { does: "kill", process: 0 } as const),
  },
  values: {
    ...spread("path.join path.resolve path.posix.join", joinedPath),
    ...spread("path.normalize String Buffer decodeURIComponent", sameText),
    "path.dirname": () => NOTHING_KNOWN,
    ...spread("os.homedir Deno.env.get", (call: Call, home: string) =>
      call.name === "os.homedir" || call.args[0]?.texts[0] === "HOME" ? text(home) : NOTHING_KNOWN,
    ),
    ...spread("process.cwd Deno.cwd", () => text(".")),
    "os.tmpdir": () => text("/tmp/x"),
    ...spread(
      "fs.readdirSync fs.readdir fs.promises.readdir fs.opendirSync fs.promises.opendir Deno.readDirSync Deno.readDir fs-extra.readdirSync fs-extra.readdir klaw klaw-sync",
      ({ args }: Call) => within(args[0] ?? text("."), text("*")),
    ),
    ...spread(
      "glob.sync glob.globSync glob.glob glob fast-glob fast-glob.sync fast-glob.globSync globby globby.globbySync fs.globSync fs.promises.glob tinyglobby.globSync tinyglobby.glob",
      ({ args }: Call): Value => ({ ...(args[0] ?? NOTHING_KNOWN), many: true }),
    ),
    ...spread("#toString #trim #toLowerCase #slice", again),
    "#concat": ({ on, args }) => join([on ?? NOTHING_KNOWN, ...args]),
    "#join": ({ on, args }) => (on?.items === undefined ? undefined : join(on.items, args[0]?.texts[0] ?? ",")),
    ...spread("atob globalThis.atob", ({ args }: Call) => decoded(args[0], "base64")),
    "Buffer.from": ({ args }) =>
      args[1] === undefined
        ? args[0]
        : decoded(args[0], args[1].texts[0] === "base64" ? "base64" : args[1].texts[0] === "hex" ? "hex" : "unknown"),
    ...spread("fetch axios.get http.get https.get got", network),
    ...spread("fs.readFileSync fs.readFile fs.promises.readFile", (): Value => ({ texts: [UNKNOWN], from: "file" })),
    "module.createRequire": () => ({ texts: [UNKNOWN], called: "require" }),
  },
};
