/**
 * One copy of the program per run of tests. Places that only need a launcher get hard links to it instead of 15 MB of their own;
 * `install` finds the copy complete and keeps it. Tests that damage their copy install for themselves.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProgramPlace } from "./program.js";

export async function linkPreparedProgram(place: ProgramPlace): Promise<void> {
  const prepared = join(tmpdir(), "prepared-versions");
  if (!existsSync(prepared)) await prepare(prepared);
  mkdirSync(place.data, { recursive: true, mode: 0o700 });
  execFileSync("cp", ["-al", prepared, join(place.data, "versions")]);
}

async function prepare(prepared: string): Promise<void> {
  const place = new ProgramPlace();
  const ran = await place.run(["install", "claude-code"]);
  if (ran.code !== 0) throw new Error(ran.stderr);
  try {
    renameSync(join(place.data, "versions"), prepared);
  } catch (error) {
    if (!existsSync(prepared)) throw error; // otherwise another worker was faster
  }
}
