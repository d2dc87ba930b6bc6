/** Opens every screen of the local page, and prints what was asked for. Runs in a network namespace without a network. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const PROGRAM = fileURLToPath(new URL("../../dist/snaphook.cjs", import.meta.url));
/** Named by the caller. */
const SCREENS = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "snaphook-offline-"));
const env = { PATH: process.env.PATH, HOME: home };
const folder = join(home, ".local/state/snaphook/daemon");
const daemon = spawn(process.execPath, [PROGRAM, "up", "--serve"], { env, stdio: "ignore" });
try {
  const found = await launched();
  await post({
    agent: "codex",
    event: "PreToolUse",
    session: "s1",
    payload: { tool_name: "Bash", tool_input: { command: "npm test" } },
  });
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const page = await browser.newPage();
  const asked = [];
  page.on("request", (one) => asked.push(new URL(one.url()).hostname));
  await page.goto(`${found.address}#k=${found.code}`);
  await page.getByText("npm test").waitFor();
  const shown = await page.locator("[data-row] code").allTextContents();
  const screens = [];
  for (const screen of SCREENS) {
    await page.evaluate(`location.hash = "#/${screen}"`);
    await page.locator(`nav a[aria-current][href="#/${screen}"]`).waitFor();
    await page.locator("h1").waitFor();
    while ((await page.locator("main [role=status]:has-text('Loading')").count()) > 0) await sleep(20);
    if ((await page.locator("main [role=alert]").count()) === 0) screens.push(screen);
  }
  await browser.close();
  process.stdout.write(JSON.stringify({ interfaces: Object.keys(networkInterfaces()), screens, asked, shown }));
} finally {
  daemon.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
}

async function launched() {
  for (;;) {
    try {
      return JSON.parse(
        execFileSync(process.execPath, [PROGRAM, "page", "--no-open", "--json"], { env, stdio: "pipe" }),
      );
    } catch {
      await sleep(50);
    }
  }
}

function post(event) {
  const { control } = JSON.parse(readFileSync(join(folder, "tokens.json"), "utf8"));
  const headers = { host: "localhost", authorization: `Bearer ${control}`, "content-type": "application/json" };
  const options = { socketPath: join(folder, "control.sock"), method: "POST", path: "/v1/events", headers };
  return new Promise((done, fail) => {
    request(options, (response) => response.resume().on("end", done))
      .on("error", fail)
      .end(JSON.stringify(event));
  });
}
