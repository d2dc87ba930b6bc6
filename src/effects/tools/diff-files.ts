/** The files that what `diff` and git print touches. */
import type { PatchFile } from "../../core/events/patch.js";

/** Names as they stand there: `a/x` and `b/x` where git wrote it. */
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
    // Without any line changed, as for another mode or an empty file, this is all there is.
    if (both !== undefined) {
      const half = both.slice(0, (both.length - 1) / 2);
      const other = both.slice(half.length + 1);
      if (half.slice(2) === other.slice(2)) files.push({ path: nameIn(other), does: "change" });
    }
  });
  return files;
}

/** Without the time behind it, and the quotes around one that holds more than letters. */
function nameIn(text: string): string {
  const name = text.split("\t", 1)[0]!.trim();
  return /^".*"$/.test(name) ? name.slice(1, -1).replace(/\\(["\\])/g, "$1") : name;
}
