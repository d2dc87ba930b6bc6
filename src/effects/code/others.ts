/** Lua, R and AppleScript. Only a few functions are known. */
import { decoded, sameText, within } from "./known-values.js";
import type { Call, Language } from "./language.js";
import { spread } from "./spread.js";
import { join, NOTHING_KNOWN, text } from "./value.js";

export const LUA: Language = {
  name: "lua",
  spelling: {
    lineComments: ["--"],
    blockComments: [["--[[", "]]"]],
    quotes: { "'": { fills: "none" }, '"': { fills: "none" } },
    longBrackets: true,
    sigils: "",
  },
  joins: [".."],
  parts: [".", ":"],
  bare: true,
  defines: ["function"],
  globals: {},
  acts: {
    ...spread("os.remove lfs.rmdir", { does: "delete", path: 0 } as const),
    "os.rename": { does: "move", path: 0, to: 1 },
    ...spread("io.open", { does: "open", path: 0, mode: 1 } as const),
    "io.output": { does: "overwrite", path: 0 },
    ...spread("os.execute io.popen", { does: "run", command: 0 } as const),
    ...spread("load loadstring", { does: "eval", code: 0 } as const),
    ...spread("socket.connect socket.tcp", { does: "connect" } as const),
  },
  values: { "os.getenv": ({ args }, home) => (args[0]?.texts[0] === "HOME" ? text(home) : NOTHING_KNOWN) },
};

export const R: Language = {
  name: "r",
  spelling: {
    lineComments: ["#"],
    blockComments: [],
    quotes: { "'": { fills: "none" }, '"': { fills: "none" } },
    sigils: "",
  },
  joins: [],
  parts: [".", "::", "$"],
  bare: false,
  defines: [],
  globals: {},
  acts: {
    ...spread("unlink", { does: "delete-tree", path: 0 } as const),
    ...spread("file.remove", { does: "delete", path: 0 } as const),
    ...spread("file.rename", { does: "move", path: 0, to: 1 } as const),
    ...spread("file.copy", { does: "copy", path: 0, to: 1 } as const),
    ...spread("writeLines write.csv write.table saveRDS write", { does: "overwrite", path: 1 } as const),
    ...spread("system shell", { does: "run", command: 0 } as const),
    system2: { does: "run", command: 0, rest: true },
    ...spread("eval", { does: "eval", code: 0 } as const),
  },
  values: {
    ...spread("paste0", ({ args }: Call) => join(args)),
    ...spread("file.path", ({ args }: Call) => join(args, "/")),
    ...spread("path.expand normalizePath parse", sameText),
    ...spread("list.files dir list.dirs", ({ args }: Call) => within(args[0] ?? text("."), text("*"))),
    "Sys.glob": ({ args }) => ({ ...(args[0] ?? NOTHING_KNOWN), many: true as const }),
    "base64enc.base64decode": ({ args }) => decoded(args[0], "base64"),
  },
};

export const APPLESCRIPT: Language = {
  name: "applescript",
  spelling: {
    lineComments: ["--", "#"],
    blockComments: [["(*", "*)"]],
    quotes: { '"': { fills: "none" } },
    sigils: "",
  },
  joins: ["&"],
  parts: [],
  bare: true,
  defines: [],
  globals: {},
  acts: { script: { does: "run", command: 0 } },
  values: {},
};
