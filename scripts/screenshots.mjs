// Writes the screenshots of the documentation, from the scripted run that test/page/looks.test.ts shows in a real browser.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const images = join(root, "docs/images");
const CHOSEN = { "page-now-1280-light.png": "page-now.png", "page-call-1280-dark.png": "page-call.png" };

const shots = mkdtempSync(join(tmpdir(), "snaphook-shots-"));
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "--project", "slow", "test/page/looks.test.ts"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, SNAPHOOK_SHOTS: shots },
});
if (status === 0) {
  mkdirSync(images, { recursive: true });
  for (const [shot, image] of Object.entries(CHOSEN)) copyFileSync(join(shots, shot), join(images, image));
}
rmSync(shots, { recursive: true });
process.exitCode = status ?? 1;
