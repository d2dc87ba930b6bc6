/** The machine of a new user: an empty home, a project in it, `snaphook` on the path and the package installed. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../architecture/source-tree.js";
import { removeFolder } from "./remove-folder.js";

export interface Ran {
  readonly status: number | null;
  /** stdout and stderr. */
  readonly printed: string;
}

export class UserPlace {
  readonly #top = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-user-")));
  readonly home = join(this.#top, "home");
  readonly project = join(this.home, "project");

  constructor() {
    mkdirSync(join(this.project, "node_modules"), { recursive: true });
    symlinkSync(ROOT, join(this.project, "node_modules/snaphook"), "dir");
    const program = join(this.#top, "bin/snaphook");
    mkdirSync(dirname(program));
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, "dist/snaphook.cjs")}" "$@"\n`);
    chmodSync(program, 0o755);
  }

  /** Writes a file of the project and returns its path. */
  write(path: string, text: string): string {
    const file = join(this.project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  run(program: string, ...args: string[]): Ran {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd: this.project,
      env: { PATH: `${join(this.#top, "bin")}:${process.env["PATH"]}`, HOME: this.home },
      encoding: "utf8",
      timeout: 170_000,
    });
    return { status, printed: `${stdout}${stderr}${error ?? ""}` };
  }

  remove(): void {
    removeFolder(this.#top);
  }
}
