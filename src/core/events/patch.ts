/** Files touched by an `apply_patch` text. */
export interface PatchFile {
  readonly path: string;
  /** `take`: moved or copied here from elsewhere. */
  readonly does: "add" | "change" | "delete" | "take";
}

// Agents differ in the white space they accept before the stars and after the colon: all of it is accepted here.
const HEADER = /^[\s\u0085]*\*\*\* (?:(Add|Update|Delete) File|Move to):[\s\u0085]*(.+?)[\s\u0085]*$/is;
const DOES: Readonly<Record<string, PatchFile["does"]>> = { add: "add", update: "change", delete: "delete" };

export function patchFiles(text: string): PatchFile[] {
  const files: PatchFile[] = [];
  for (const line of text.split("\n")) {
    if (!line.includes("***")) continue;
    const [, kind, path] = HEADER.exec(line) ?? [];
    if (path !== undefined) files.push({ path, does: DOES[kind?.toLowerCase() ?? ""] ?? "take" });
  }
  return files;
}
