/** A program of the tests as a file that a plain node can run. It lies in the project, where packages are found. */
import { mkdirSync, mkdtempSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleModule } from "../support/bundle-module.js";

const CACHE = resolve(import.meta.dirname, "../../node_modules/.cache");

/** Returns the program's path and the folder to remove afterwards. */
export async function bundleProgram(name: string): Promise<{ program: string; folder: string }> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "snaphook-store-"));
  return { program: await bundleModule(`../test/store/${name}.ts`, folder), folder };
}
