/** READMEs in the source tree: there is one for each folder that needs it, and it names files that exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, readSources, SRC } from "./source-tree.js";

const sources = readSources();
const readmes = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith("README.md"));
/** Each is an entry of its room, and the room's README speaks for all of them. */
const ENTRY = /^(?:adapters|builtins)\/[^_]/;

/** Names that stand for one file in many folders, or for a user's file. */
const PATTERN = /^NAME\b|^(?:docs\.md|index\.ts|daemon\.json|snaphook\.config\.ts)$/;

describe("READMEs", () => {
  it("every second-level folder of more than two files has one", () => {
    const folders = new Map<string, number>();
    for (const { path } of sources) {
      const [room, folder, file] = path.split("/");
      if (file !== undefined) folders.set(`${room}/${folder}`, (folders.get(`${room}/${folder}`) ?? 0) + 1);
    }
    const without = [...folders].filter(
      ([folder, files]) => files > 2 && !ENTRY.test(folder) && !readmes.includes(`${folder}/README.md`),
    );
    expect(folders.size).toBeGreaterThan(50);
    expect(without).toEqual([]);
  });

  it.each(readmes)("%s names files and folders that exist", (readme) => {
    const text = readFileSync(join(SRC, readme), "utf8");
    const named = [
      ...text.matchAll(/`((?:core|cli|runtime|sources|effects|daemon)\/[\w/-]+|[\w./-]+(?:\/|\.(?:ts|md|json)))`/g),
    ];
    const exists = (path: string) => [join(SRC, readme, ".."), SRC, ROOT].some((base) => existsSync(join(base, path)));
    const gone = named.map(([, path]) => path!).filter((path) => !PATTERN.test(path) && !exists(path));
    expect(gone).toEqual([]);
  });
});
