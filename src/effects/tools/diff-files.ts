/** Files in the output of `diff` and git. */
import type { PatchFile } from "../../core/events/patch.js";

/** Names as written: git prefixes `a/x` and `b/x`. */
export function diffFiles(text: string): PatchFile[] {
  const files: PatchFile[] = [];
  const lines = text.split("\n");
  lines.forEach((line, at) => {
    if (line.startsWith("--- ") && lines[at + 1]?.startsWith("+++ ")) {
      const [before, after] = [nameIn(line.slice(4)), nameIn(lines[at + 1]!.slice(4))];
      if (after === "/dev/null") files.push({ path: before, does: "delete" });
      else files.push({ path: after, does: before === "/dev/null" ? "add" : "change" });
      if (before !== "/dev/null" && after !== "/dev/null" && before !== after)
        files.push({ path: before, does: "change" });
    }
    const [, move, moved] = /^(rename from|rename to|copy to) (.+)$/.exec(line) ?? [];
    if (moved !== undefined) files.push({ path: nameIn(moved), does: move === "rename from" ? "delete" : "take" });
    const [, both] = /^diff --git (.+)$/.exec(line) ?? [];
    // The only names if no line changed, as for a mode change or an empty file.
    if (both !== undefined) {
      const half = both.slice(0, (both.length - 1) / 2);
      const other = both.slice(half.length + 1);
      if (half.slice(2) === other.slice(2)) files.push({ path: nameIn(other), does: "change" });
    }
  });
  return files;
}

/** Removes the timestamp and the quotes around special names. */
function nameIn(text: string): string {
  const name = text.split("\t", 1)[0]!.trim();
  return /^".*"$/.test(name) ? name.slice(1, -1).replace(/\\(["\\])/g, "$1") : name;
}
