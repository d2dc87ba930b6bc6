/**
 * One copy of the program per run of tests. Places that only need a launcher get hard links to it instead of 15 MB of their own;
 * `install` finds the copy complete and keeps it. Tests that damage their copy install for themselves.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROGRAM, ProgramPlace } from "./program.js";

export async function linkPreparedProgram(place: ProgramPlace): Promise<void> {
  // A run with another build of the program, within a test, has a copy of its own.
  const prepared = join(tmpdir(), `prepared-${createHash("sha256").update(PROGRAM).digest("hex").slice(0, 8)}`);
  if (!existsSync(prepared)) await prepare(prepared, place.atEnd);
  mkdirSync(place.data, { recursive: true, mode: 0o700 });
  execFileSync("cp", ["-al", prepared, join(place.data, "versions")]);
}

async function prepare(prepared: string, atEnd: ProgramPlace["atEnd"]): Promise<void> {
  const place = new ProgramPlace(atEnd);
  const ran = await place.run(["install", "claude-code"]);
  if (ran.code !== 0) throw new Error(ran.stderr);
  try {
    renameSync(join(place.data, "versions"), prepared);
  } catch (error) {
    if (!existsSync(prepared)) throw error; // otherwise another worker was faster
  }
}
