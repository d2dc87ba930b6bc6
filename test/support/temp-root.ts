/** Every temporary folder of a test run lies in one, and goes with it. */
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "./remove-folder.js";

export default function setup(): () => void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-tests-")));
  process.env["TMPDIR"] = root; // workers inherit it
  return () => removeFolder(root);
}
