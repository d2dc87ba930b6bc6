/** Perl. */
import { UNKNOWN } from "../model/invocation.js";
import { decoded, within } from "./known-values.js";
import type { Act, Call, Language } from "./language.js";
import { spread } from "./spread.js";
import { NOTHING_KNOWN, text, type Value } from "./value.js";

const run: Act = { does: "run", command: 0, rest: true };

export const PERL: Language = {
  name: "perl",
  spelling: {
    lineComments: ["#"],
    blockComments: [
      ["=pod", "=cut"],
      ["=head1", "=cut"],
    ],
    quotes: { "'": { fills: "none", plain: true }, '"': { fills: "$" }, "`": { fills: "$", runs: true } },
    generic: "perl",
    heredocs: /^<<~?(["'`]?)([A-Z_][A-Z0-9_]{0,40})\1/,
    patterns: true,
    sigils: "$@%&",
  },
  joins: ["."],
  parts: ["->", "::"],
  bare: true,
  defines: [],
  globals: { $ENV: "ENV", $0: "$0" },
  acts: {
    ...spread("unlink rmdir CORE.unlink", { does: "delete", path: 0 } as const),
    ...spread("rmtree remove_tree File.Path.rmtree File.Path.remove_tree", { does: "delete-tree", path: 0 } as const),
    ...spread("rename move File.Copy.move", { does: "move", path: 0, to: 1 } as const),
    ...spread("copy File.Copy.copy cp", { does: "copy", path: 0, to: 1 } as const),
    ...spread("symlink link", { does: "link", path: 0, to: 1 } as const),
    ...spread("truncate", { does: "overwrite", path: 0 } as const),
    ...spread("mkdir make_path", { does: "write", path: 0 } as const),
    ...spread("chmod chown", { does: "permissions", path: 1 } as const),
    open: { does: "open", path: 2, mode: 1 },
    ...spread("system exec CORE.system readpipe", run),
    ...spread("eval", { does: "eval", code: 0 } as const),
    ...spread("LWP.Simple.get get getstore HTTP.Tiny.new().get LWP.UserAgent.new().get", {
      does: "fetch",
      url: 0,
    } as const),
    ...spread("connect IO.Socket.INET.new IO.Socket.IP.new", { does: "connect" } as const),
    kill: { does: "kill", process: 1 },
  },
  values: {
    ...spread("decode_base64 MIME.Base64.decode_base64 MIME.Base64.decode", ({ args }: Call) =>
      decoded(args[0], "base64"),
    ),
    ...spread("pack", ({ args }: Call) =>
      args[0]?.texts[0]?.startsWith("H") ? decoded(args[1], "hex") : decoded(undefined, "unknown"),
    ),
    ...spread("glob", ({ args }: Call): Value => ({ ...(args[0] ?? NOTHING_KNOWN), many: true })),
    ...spread("opendir", ({ args }: Call): Value => within(args[1] ?? NOTHING_KNOWN, text("*"))),
    ...spread(
      "find finddepth File.Find.find File.Find.finddepth",
      ({ args }: Call): Value => within(args[1] ?? args[0] ?? NOTHING_KNOWN, text("*")),
    ),
    ...spread("get LWP.Simple.get", (): Value => ({ texts: [UNKNOWN], from: "network" })),
  },
};
