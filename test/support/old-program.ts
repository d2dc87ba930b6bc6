/** An early build of 0.1, for tests of upgrade and rollback (`test/fixtures/program-0.1`). */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { storeFile } from "../../src/client/store-file.js";
import type { AppPaths } from "../../src/runtime/platform/paths.js";
import { openDriver } from "../../src/store/open-driver.js";
import { ROOT } from "../architecture/source-tree.js";

/** Unpacks it into a new folder and returns the path of the program. */
export function unpackOldProgram(folder: string): string {
  const packed = readFileSync(join(ROOT, "test/fixtures/program-0.1/program.json.br"));
  const files = JSON.parse(brotliDecompressSync(packed).toString("utf8")) as Readonly<Record<string, string>>;
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "dir");
  return join(folder, "dist/snaphook.cjs");
}

/** The store as that build left it, with 6 events. */
export function writeOldStore(places: Pick<AppPaths, "data">): void {
  const file = storeFile(places);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = openDriver(file);
  db.exec(readFileSync(join(ROOT, "test/fixtures/store-0.1/store.sql"), "utf8"));
  db.close();
}
