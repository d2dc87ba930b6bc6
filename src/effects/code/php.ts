/** PHP. */
import { UNKNOWN } from "../model/invocation.js";
import { decoded, sameText, within } from "./known-values.js";
import type { Act, Call, Language } from "./language.js";
import { spread } from "./spread.js";
import { NOTHING_KNOWN, text, type Value } from "./value.js";

const run: Act = { does: "run", command: 0 };

export const PHP: Language = {
  name: "php",
  spelling: {
    lineComments: ["//", "#"],
    blockComments: [["/*", "*/"]],
    quotes: { "'": { fills: "none", plain: true }, '"': { fills: "$" }, "`": { fills: "$", runs: true } },
    heredocs: /^<<<(["']?)([A-Z_][A-Z0-9_]{0,40})\1/,
    sigils: "$",
  },
  joins: ["."],
  parts: ["->", "::"],
  bare: false,
  defines: ["function"],
  globals: { $_ENV: "ENV", $_SERVER: "ENV" },
  acts: {
    ...spread("unlink rmdir", { does: "delete", path: 0 } as const),
    ...spread("rename", { does: "move", path: 0, to: 1 } as const),
    ...spread("copy move_uploaded_file", { does: "copy", path: 0, to: 1 } as const),
    ...spread("symlink link", { does: "link", path: 0, to: 1 } as const),
    ...spread("file_put_contents", { does: "overwrite", path: 0 } as const),
    ...spread("touch mkdir", { does: "write", path: 0 } as const),
    ...spread("file_get_contents readfile file", { does: "read", path: 0 } as const),
    ...spread("fopen", { does: "open", path: 0, mode: 1 } as const),
    ...spread("chmod chown chgrp", { does: "permissions", path: 0 } as const),
    ...spread("exec shell_exec system passthru popen proc_open", run),
    pcntl_exec: { does: "run", command: 0, rest: true },
    ...spread("eval create_function", { does: "eval", code: 0 } as const),
    ...spread("curl_init", { does: "fetch", url: 0 } as const),
    ...spread("fsockopen pfsockopen stream_socket_client socket_connect", { does: "connect" } as const),
    posix_kill: { does: "kill", process: 0 },
  },
  values: {
    ...spread("realpath trim escapeshellarg strval", sameText),
    ...spread("base64_decode", ({ args }: Call) => decoded(args[0], "base64")),
    ...spread("hex2bin", ({ args }: Call) => decoded(args[0], "hex")),
    ...spread("gzinflate gzuncompress str_rot13 convert_uudecode", ({ args }: Call) => decoded(args[0], "unknown")),
    ...spread("glob scandir", ({ args }: Call): Value => ({ ...(args[0] ?? NOTHING_KNOWN), many: true })),
    ...spread(
      "RecursiveDirectoryIterator DirectoryIterator FilesystemIterator GlobIterator",
      ({ args }: Call): Value => within(args[0] ?? NOTHING_KNOWN, text("*")),
    ),
    ...spread("RecursiveIteratorIterator IteratorIterator iterator_to_array array_filter array_map", ({ args }: Call) =>
      args.find(({ many }) => many),
    ),
    ...spread("opendir dir", ({ args }: Call): Value => within(args[0] ?? NOTHING_KNOWN, text("*"))),
    getenv: ({ args }, home) => (args[0]?.texts[0] === "HOME" ? text(home) : NOTHING_KNOWN),
    getcwd: () => text("."),
    ...spread(
      "file_get_contents",
      ({ args }: Call): Value => ({
        texts: [UNKNOWN],
        from: /^https?:/.test(args[0]?.texts[0] ?? "") ? "network" : "file",
      }),
    ),
    ...spread("curl_exec", (): Value => ({ texts: [UNKNOWN], from: "network" })),
  },
};
