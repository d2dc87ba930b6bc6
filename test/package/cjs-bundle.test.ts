import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { describe, expect, it, onTestFinished } from "vitest";
import { ROOT } from "../architecture/source-tree.js";
import { BUNDLED_APP, BUNDLED_APP_PRINTS } from "../support/bundled-app.js";
import { removeFolder } from "../support/remove-folder.js";

/** As esbuild does it, where `import.meta` is an empty object. `bundled.test.ts` runs esbuild itself. */
const LIKE_ESBUILD = { "import.meta.url": "undefined", "import.meta": "{}" };

describe("an application that bundles the package as CommonJS", () => {
  it("starts, and has every entry point", async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-cjs-")));
    onTestFinished(() => removeFolder(place));
    mkdirSync(join(place, "node_modules"));
    symlinkSync(ROOT, join(place, "node_modules/snaphook"), "dir");
    symlinkSync(join(ROOT, "node_modules/rolldown"), join(place, "node_modules/rolldown"), "dir");
    for (const [name, text] of Object.entries(BUNDLED_APP)) writeFileSync(join(place, name), text);
    const build = await rolldown({
      input: join(place, "app.js"),
      cwd: place,
      platform: "node",
      external: ["rolldown", "libsql"],
      transform: { define: LIKE_ESBUILD },
      logLevel: "silent",
    });
    await build.write({ file: join(place, "app.cjs"), format: "cjs", codeSplitting: false });
    await build.close();
    const env = { PATH: process.env["PATH"], HOME: place };
    const ran = spawnSync(process.execPath, ["app.cjs"], { cwd: place, env, encoding: "utf8" });
    expect(ran.stderr).toBe("");
    expect(JSON.parse(ran.stdout)).toEqual(BUNDLED_APP_PRINTS);
  });
});
