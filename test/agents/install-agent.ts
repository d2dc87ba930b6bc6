/** Released agents, in exactly the pinned versions, from the npm registry into a cache folder that outlives a checkout. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { AgentDriver } from "./driver.js";

const LOCK_WAIT_MS = 500;
const NODE_22 = "22.23.3";

export const CACHE =
  process.env["SNAPHOOK_AGENT_CACHE"] ||
  join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "snaphook-agents");

/** The folder it is in. */
export function installAgent(driver: AgentDriver): Promise<string> {
  return fetchOnce(`${driver.name}-${driver.version}`, driver.download);
}

/** The folder of a Node 22 program. */
export async function installNode22(): Promise<string> {
  const folder = await fetchOnce(`node-${NODE_22}`, { packages: [`node@${NODE_22}`] });
  return join(folder, "node_modules/node/bin");
}

async function fetchOnce(name: string, download: AgentDriver["download"]): Promise<string> {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const unlock = await lock(`${folder}.lock`);
  try {
    if (!existsSync(folder)) await fetchInto(folder, download);
  } finally {
    unlock();
  }
  return folder;
}

/** Into a folder beside it first, so that half an installation is never taken for one. */
async function fetchInto(folder: string, { packages, tarball }: AgentDriver["download"]): Promise<void> {
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  writeFileSync(join(partial, "package.json"), "{}");
  if (packages.length > 0)
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", partial, ...packages], partial);
  if (tarball !== undefined) {
    const name = (await run("npm", ["pack", "--silent", tarball], partial)).trim().split("\n").at(-1)!;
    await run("tar", ["-xzf", name], partial);
    rmSync(join(partial, name));
  }
  renameSync(partial, folder);
}

async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const code = await new Promise<number | null>((done, fail) => child.on("error", fail).on("close", done));
  if (code !== 0)
    throw new Error(
      `could not be downloaded: ${args.at(-1)}: ${errors.split("\n").find((line) => /error/i.test(line))}`,
    );
  return printed;
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
