/**
 * A folder with programs that only write their names down, and a bash that sees nothing else: it runs in namespaces of its
 * own, in a root that holds the system's programs read-only and this folder, so that whatever a line does is done there.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "../../support/remove-folder.js";

const NAMESPACES = ["--user", "--map-root-user", "--mount", "--net", "--pid", "--fork", "--kill-child"];
const EMPTY_ROOT = `place=$1; shift
root=$place.root
mkdir "$root"
mount -t tmpfs none "$root"
mkdir -p "$root/usr" "$root/dev" "$root/tmp" "$root$place"
for name in bin sbin lib lib64; do ln -s "usr/$name" "$root/$name"; done
mount --rbind /usr "$root/usr"
mount -o remount,bind,ro "$root/usr"
mount --bind "$place" "$root$place"
: > "$root/dev/null"
mount --bind /dev/null "$root/dev/null"
exec chroot "$root" "$@"`;

/** Why no bash can be run apart from the machine here; undefined when it can. */
export function noNamespaces(): string | undefined {
  const { status, stderr } = spawnSync("unshare", [...NAMESPACES, "/bin/sh", "-c", "mount -t tmpfs none /tmp"], {
    encoding: "utf8",
  });
  return status === 0 ? undefined : `no namespaces of one's own here: ${stderr}`;
}

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
    writeFileSync(
      join(this.#root, "driver"),
      `for folder; do
  (cd "$folder" && PATH=${this.#programs} HOME=$folder NOTES=$folder/.notes /usr/bin/timeout 20 /bin/bash --norc .line) < /dev/null > /dev/null 2>&1
done`,
    );
    const inside = ["/usr/bin/bash", "--norc", join(this.#root, "driver"), ...folders];
    const ran = spawnSync("unshare", [...NAMESPACES, "/bin/sh", "-euc", EMPTY_ROOT, "root", this.#root, ...inside], {
      env: { LANG: "C.UTF-8", PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
      encoding: "utf8",
      timeout: 900_000,
    });
    if (ran.status === null) throw new Error(`bash was ended: ${ran.signal}`);
    if (ran.stderr !== "") throw new Error(`the namespace could not be made: ${ran.stderr}`);
    return folders.map((folder) => {
      const notes = join(folder, ".notes");
      return new Set(existsSync(notes) ? readFileSync(notes, "utf8").split("\n").filter(Boolean) : []);
    });
  }

  remove(): void {
    removeFolder(`${this.#root}.root`);
    removeFolder(this.#root);
  }
}
