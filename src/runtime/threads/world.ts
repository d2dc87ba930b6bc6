/** What threads ask of this machine besides agents and files. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { findProjectRoot } from "../../sources/discover/discover.js";
import { realFolder } from "../platform/paths.js";
import { linearRegex } from "../platform/re2.js";

const GIT_LIMIT_MS = 5_000;
const MOST_FILES = 200;

/** Empty outside a repository. */
export function modifiedFiles(cwd: string): Promise<readonly string[]> {
  return new Promise((done) => {
    const options = { cwd, timeout: GIT_LIMIT_MS, maxBuffer: 4_000_000 };
    execFile("git", ["status", "--porcelain", "-z", "--no-renames"], options, (error, stdout) => {
      if (error !== null) return done([]);
      const lines = stdout.split("\0").filter((line) => line !== "");
      done(lines.slice(0, MOST_FILES).map((line) => line.slice(3)));
    });
  });
}

/** Why a pattern cannot be used. */
export function patternProblem(pattern: string): string | undefined {
  try {
    linearRegex.compile(pattern);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export function projectOf(cwd: string, home: string): string {
  return findProjectRoot({ cwd: realFolder(cwd), home }, { exists: existsSync });
}
