/** The files an `apply_patch` text touches, so that a rule about paths holds for patches too. */

export interface PatchFacts {
  readonly paths: readonly string[];
  /** Every file of the patch is new. */
  readonly onlyAdds: boolean;
}

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+?)\s*$/;
const MOVE = /^\*\*\* Move to: (.+?)\s*$/;

export function readPatch(text: string): PatchFacts {
  const paths: string[] = [];
  let onlyAdds = true;
  for (const line of text.split("\n")) {
    const header = HEADER.exec(line);
    const path = header?.[2] ?? MOVE.exec(line)?.[1];
    if (path === undefined) continue;
    paths.push(path);
    if (header?.[1] !== "Add") onlyAdds = false;
  }
  return { paths: [...new Set(paths)], onlyAdds: onlyAdds && paths.length > 0 };
}
