/** The released agent, in exactly the pinned version, from the npm registry into a cache folder of the checkout. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ROOT } from "../architecture/source-tree.js";
import type { AgentDriver } from "./driver.js";

const LOCK_WAIT_MS = 500;

/** Returns the path of its program. */
export async function installAgent(driver: AgentDriver): Promise<string> {
  const folder = join(ROOT, ".cache/agents", `${driver.name}-${driver.version}`);
  const program = join(folder, "node_modules/.bin", driver.program);
  if (existsSync(folder)) return program;
  mkdirSync(dirname(folder), { recursive: true });
  const unlock = await lock(`${folder}.lock`);
  try {
    if (!existsSync(folder)) await download(driver, folder);
  } finally {
    unlock();
  }
  return program;
}

/** Into a folder beside it first, so that half an installation is never taken for one. */
async function download(driver: AgentDriver, folder: string): Promise<void> {
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  writeFileSync(join(partial, "package.json"), "{}");
  const name = `${driver.package}@${driver.version}`;
  const npm = spawn("npm", ["install", "--no-audit", "--no-fund", "--prefix", partial, name], {
    cwd: partial,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  npm.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const code = await new Promise<number | null>((done, fail) => npm.on("error", fail).on("close", done));
  if (code !== 0) throw new Error(`${name} could not be installed: ${errors.trim()}`);
  renameSync(partial, folder);
}

async function lock(file: string): Promise<() => void> {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    if (isAbandoned(file)) rmSync(file, { force: true });
    else await wait(LOCK_WAIT_MS);
  }
}

function isAbandoned(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, "utf8"));
    if (holder > 0) process.kill(holder, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
