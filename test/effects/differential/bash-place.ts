/** A folder with programs that only write their names down, and a bash that sees nothing else. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "../../support/remove-folder.js";

export class BashPlace {
  readonly #root = mkdtempSync(join(tmpdir(), "snaphook-bash-"));
  readonly #programs = join(this.#root, "programs");

  constructor(stubs: readonly string[], real: readonly string[]) {
    mkdirSync(this.#programs);
    const note = '#!/bin/sh\nprintf \'%s\\n\' "${0##*/}" >> "$NOTES"\n';
    for (const name of stubs) this.#program(name, note);
    for (const name of real) {
      const path = ["/usr/bin", "/bin"].map((folder) => join(folder, name)).find((file) => existsSync(file));
      if (path !== undefined) this.#program(name, `${note}exec ${path} "$@"\n`);
    }
  }

  #program(name: string, text: string): void {
    const file = join(this.#programs, name);
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  }

  /** The programs that each line started. All in one go: a process for each takes long. */
  run(lines: readonly string[]): Set<string>[] {
    const folders = lines.map((text, at) => {
      const folder = join(this.#root, String(at));
      mkdirSync(folder);
      writeFileSync(join(folder, ".line"), text);
      return folder;
    });
    const driver = `for folder; do
  (cd "$folder" && PATH=${this.#programs} HOME=$folder NOTES=$folder/.notes /usr/bin/timeout 20 /bin/bash --norc .line) < /dev/null > /dev/null 2>&1
done`;
    const ran = spawnSync("/bin/bash", ["--norc", "-c", driver, "driver", ...folders], {
      env: { LANG: "C.UTF-8", PATH: "/usr/bin:/bin" },
      timeout: 900_000,
    });
    if (ran.status === null) throw new Error(`bash was ended: ${ran.signal}`);
    return folders.map((folder) => {
      const notes = join(folder, ".notes");
      return new Set(existsSync(notes) ? readFileSync(notes, "utf8").split("\n").filter(Boolean) : []);
    });
  }

  remove(): void {
    removeFolder(this.#root);
  }
}
