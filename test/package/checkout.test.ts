/** A checkout as a new contributor has it: cloned, `npm install`, then what the README says. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeFolder } from "../support/remove-folder.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const top = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-checkout-")));
const checkout = join(top, "checkout");
const home = join(top, "home");
const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
/** npm keeps its cache and settings; Snaphook gets a home of its own. */
const npmEnv = { ...process.env, npm_config_prefix: join(top, "global") };
const ourEnv = { HOME: home, PATH };

beforeAll(() => {
  mkdirSync(home);
  const isSource = (path: string) => !/[\\/](node_modules|dist|\.git)$|\.vitest-report/.test(path);
  cpSync(ROOT, checkout, { recursive: true, filter: isSource });
  const installed = spawnSync("npm", ["install", "--prefer-offline"], {
    cwd: checkout,
    env: npmEnv,
    encoding: "utf8",
  });
  expect(installed.status, installed.stderr).toBe(0);
});

afterAll(() => removeFolder(top));

describe("a checkout after `npm install`", () => {
  it("is built, and `npm link` puts the program on the PATH", () => {
    expect(existsSync(join(checkout, "dist/snaphook.cjs"))).toBe(true);
    const linked = spawnSync("npm", ["link"], { cwd: checkout, env: npmEnv, encoding: "utf8" });
    expect(linked.status, linked.stderr).toBe(0);
    const env = { ...ourEnv, PATH: `${join(top, "global/bin")}:${PATH}` };
    const ran = spawnSync("snaphook", ["list"], { cwd: home, env, encoding: "utf8" });
    expect(ran.status, ran.stderr).toBe(0);
  });

  it("`npm start` prints commands that work there", async () => {
    const child = spawn("npm", ["start"], {
      cwd: checkout,
      env: { ...npmEnv, ...ourEnv, XDG_CONFIG_HOME: "", XDG_DATA_HOME: "", XDG_STATE_HOME: "", XDG_CACHE_HOME: "" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let shown = "";
    for await (const chunk of child.stdout) {
      shown += String(chunk);
      if (shown.includes("The daemon is running")) break;
    }
    const ended = new Promise((done) => child.once("exit", done));
    // Two spaces, the command, and what it does after at least two more.
    const commands = [...shown.matchAll(/^ {2}(\S.*?) {2,}\S/gm)].map(([, command = ""]) => command);
    expect(commands.length, shown).toBeGreaterThanOrEqual(2);
    for (const command of [...commands, "node dist/snaphook.cjs down"]) {
      const ran = spawnSync("sh", ["-c", `${command} </dev/null`], { cwd: checkout, env: ourEnv, encoding: "utf8" });
      expect(ran.status, `${command}\n${ran.stdout}${ran.stderr}`).toBe(0);
    }
    child.stdout.destroy();
    await ended;
  });
});
