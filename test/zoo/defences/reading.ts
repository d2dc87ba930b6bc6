/** What is read, how much of it, and what of it reaches a terminal. */
import { type Defence, edit } from "./defence.js";

export const READING: readonly Defence[] = [
  {
    defence: "nobody waits for a pipe",
    edits: [edit("disk/files", ` | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)`, ``)],
    cases: ["pipe", "pipe-in-list", "script-is-pipe", "git-is-pipe", "plugin-broken"],
  },
  {
    defence: "only plain files are read",
    edits: [
      edit(
        "disk/files",
        `if (!stat.isFile()) throw new Error("it is not a plain file");`,
        `if (!stat.isFile()) return Buffer.alloc(process.getBuiltinModule("node:fs").readSync(handle, Buffer.alloc(1000)));`,
      ),
    ],
    cases: ["endless-device"],
  },
  {
    defence: "a file that is too large is not read",
    edits: [edit("disk/files", `if (stat.size > LIMIT_BYTES)`, `if (false)`)],
    cases: ["hundred-megabytes"],
  },
  {
    defence: "a config that is too large is not parsed",
    edits: [edit("sources/read/config-text", `if (text.length > (isYaml ? YAML_LIMIT : CONFIG_LIMIT))`, `if (false)`)],
    cases: ["fifty-megabytes"],
  },
  {
    defence: "a config that is nested too deeply is not parsed",
    edits: [edit("sources/read/config-text", `if (isTooDeep(clean))`, `if (false)`)],
    cases: ["deep-json", "deep-jsonc", "deep-yaml"],
  },
  {
    defence: "anchors unfold a hundred times at most",
    edits: [edit("sources/read/config-text", `maxAliasCount: 100`, `maxAliasCount: -1`)],
    cases: ["billion-laughs"],
  },
  {
    defence: "control characters never reach a terminal",
    edits: [edit("core/text/visible-text", "return text.replace(UNSEEN,", "return text.replace(/\\0never/g,")],
    cases: [
      ...["name-ansi", "name-bidi", "name-c1", "folder-ansi", "text-ansi", "text-bidi", "text-id"],
      ...["text-keys", "text-code"],
    ],
  },
];
