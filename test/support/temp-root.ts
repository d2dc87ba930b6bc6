/** Every temporary folder of a test run lies in one, and goes with it. */
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { removeFolder } from "./remove-folder.js";

const PREFIX = "snaphook-tests-";

export default function setup(): () => void {
  // Each tier sets up, and so may a run within a test. Folders within folders would make paths too long for sockets.
  if (basename(process.env["TMPDIR"] ?? "").startsWith(PREFIX)) return () => {};
  const root = realpathSync(mkdtempSync(join(tmpdir(), PREFIX)));
  process.env["TMPDIR"] = root; // workers inherit it
  return () => removeFolder(root);
}
