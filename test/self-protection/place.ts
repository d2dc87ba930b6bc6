/** A home as users have it: agents, Snaphook's own folders and hooks of their own, with ways that lead there by other names. */
import { chmodSync, linkSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { PackPlace, type Told } from "../support/pack-place.js";
import type { Case, Cases } from "./cases/case.js";

const DAEMON = 4242;
/** None of them runs in these tests: they are of another event. */
const EVENT = "PreCompact";

export interface Judged {
  readonly kind: string;
  readonly call: string;
  readonly verdict: string;
  readonly reason: string;
}

export class GuardedHome extends PackPlace {
  override readonly project = join(this.home, "work/shop");
  override readonly user = join(this.home, ".config/snaphook");
  override readonly data = join(this.home, ".local/share/snaphook");
  override readonly cache = join(this.home, ".cache/snaphook");
  override readonly state = join(this.home, ".local/state/snaphook");

  override get env(): Record<string, string> {
    return { PATH: process.env["PATH"] ?? "", HOME: this.home, SNAPHOOK_DAEMON: "off" };
  }

  constructor(atEnd?: (clean: () => void) => void) {
    super(atEnd);
    this.#agents();
    this.#ownFolders();
    this.#ownHooks();
    this.#project();
  }

  /** Code configs are built when a person looks at them. */
  static async make(atEnd?: (clean: () => void) => void): Promise<GuardedHome> {
    const place = new GuardedHome(atEnd);
    await place.run(["list"]);
    return place;
  }

  /** Every case, in order; `half`: the even ones, which were looked at while the guard was written, or the others. */
  async judge(cases: Cases, half?: "seen" | "unseen"): Promise<Judged[]> {
    const found: Judged[] = [];
    for (const [kind, list] of Object.entries(cases))
      for (const [at, one] of list.entries()) {
        if (half !== undefined && (at % 2 === 0) !== (half === "seen")) continue;
        const { verdict, reason } = await this.send(one);
        found.push({ kind, call: typeof one === "string" ? one : JSON.stringify(one), verdict, reason });
      }
    return found;
  }

  send(one: Case): Promise<Told> {
    const filled = JSON.parse(
      JSON.stringify(one)
        .replaceAll("{HOME}", this.home)
        .replaceAll("{PROJECT}", this.project)
        .replaceAll("{PID}", String(DAEMON)),
    ) as Case;
    if (typeof filled === "string") return this.before("Bash", { command: filled });
    return filled.length === 2 ? this.before(...filled) : this.tell(filled[1], filled[2], { agent: filled[0] });
  }

  #home(path: string, text = "{}"): string {
    return this.write(join(this.home, path), text);
  }

  #agents(): void {
    for (const file of [
      ".claude/settings.json",
      ".codex/hooks.json",
      ".gemini/settings.json",
      ".qwen/settings.json",
      ".copilot/hooks/x.json",
      ".cursor/hooks.json",
      ".config/opencode/opencode.json",
      ".config/other/hooks.json",
    ])
      this.#home(file);
    this.#home(".claude/CLAUDE.md", "# Notes\n");
    this.#home(".claude/projects/a/x.jsonl", "");
    this.#home(".claude/commands/a.md", "");
    this.#home(".codex/config.toml", "[features]\nhooks = true\n");
    this.#home(".pi/agent/extensions/snaphook.ts", "");
    this.#home(".config/opencode/plugins/snaphook.js", "");
    this.#home(".codeium/windsurf/hooks.json");
  }

  #ownFolders(): void {
    this.write(join(this.data, "trust/a.json"), {});
    this.write(join(this.data, "redaction-key"), "0".repeat(64));
    this.write(join(this.data, "store/snaphook.db"), "SQLite format 3\0");
    this.write(join(this.data, "launch"), "#!/bin/sh\n");
    this.write(join(this.data, "versions/0.1.0-abc/dist/snaphook.cjs"), PROGRAM_TEXT);
    this.write(join(this.state, "daemon/tokens.json"), { hooks: "a", control: "b" });
    this.write(join(this.state, "daemon/lock"), { pid: DAEMON });
    this.write(join(this.state, "daemon/daemon.log"), "");
    this.write(join(this.state, "hooks.log"), "");
    this.write(join(this.state, "spool/1.json"), {});
  }

  #ownHooks(): void {
    const scripts: Readonly<Record<string, string>> = {
      "hooks/check.sh": '#!/bin/sh\n. "$(dirname "$0")/lib.sh"\n[ -f ~/hooks/cond.sh ] && . ~/hooks/cond.sh\n',
      "hooks/lib.sh": "",
      "hooks/cond.sh": "",
      "hooks/guard.py": "import json\nimport helper\nfrom star import *\nfrom parens import (\n  a,\n)\n",
      "hooks/helper.py": "",
      "hooks/star.py": "",
      "hooks/parens.py": "a = 1\n",
      "hooks/guard.mjs": 'import "./lib/rules.mjs";\n',
      "hooks/lib/rules.mjs": 'import "./deep.mjs";\nrequire("..");\n',
      "hooks/lib/deep.mjs": "",
      "hooks/index.js": "",
      "hooks/with space/check.sh": "#!/bin/sh\n",
      "hooks/pkg/__init__.py": "",
      "hooks/pkg/__main__.py": "",
      "hooks/cdcheck.sh": "#!/bin/sh\n",
      "hooks/sourced.sh": "",
      "hooks/tool.ts": "",
      "hooks/run.rb": "",
      "hooks/policy.json": "{}",
      "hooks/args-check.sh": "#!/bin/sh\n",
      "hooks/code/shared.ts": "export const verdict = undefined;\n",
      "bin/timed-check": "#!/bin/sh\n",
      "bin/env-check": "#!/bin/sh\n",
      "bin/exec-check": "#!/bin/sh\n",
      "real/linked-check.sh": "#!/bin/sh\n",
      ".local/bin/on-path-check": "#!/bin/sh\n",
    };
    for (const [path, text] of Object.entries(scripts)) chmodSync(this.#home(path, text), 0o755);
    symlinkSync(join(this.home, "real/linked-check.sh"), join(this.home, "bin/linked-check"));
    const commands = [
      "~/hooks/check.sh",
      "python3 ~/hooks/guard.py",
      "node ~/hooks/guard.mjs",
      "timeout 5 ~/bin/timed-check",
      "env MODE=strict ~/bin/env-check",
      "exec ~/bin/exec-check",
      '"$HOME/hooks/with space/check.sh"',
      "cd ~/hooks && python3 -m pkg",
      "cd ~/hooks && ./cdcheck.sh",
      "bash -c '. ~/hooks/sourced.sh && main'",
      "~/bin/linked-check",
      "on-path-check --strict",
      "npx tsx ~/hooks/tool.ts",
      "ruby ~/hooks/run.rb",
      "~/hooks/check.sh --policy ~/hooks/policy.json",
    ].map((command) => ({ event: EVENT, command }));
    const withArgs = { event: EVENT, command: "bash", args: [join(this.home, "hooks/args-check.sh")] };
    this.writeUser(
      "snaphook.config.mjs",
      'import { verdict } from "../../hooks/code/shared.ts";\nexport default [{ id: "code", event: "PreCompact", run: () => verdict }];\n',
    );
    this.writeUser("hooks.json", { hooks: [...commands, withArgs] });
  }

  #project(): void {
    this.write("src/index.ts", "export {};\n");
    this.write("package.json", {});
    this.write(".snaphook/hooks.json", { hooks: [] });
    this.write(".claude/settings.json", {});
    this.write(".claude/commands/deploy.md", "");
    this.write("tools/copy.cjs", PROGRAM_TEXT);
    this.write("tool.sh", "#!/bin/sh\n");
    this.write("claude.patch", "--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ -1 +1 @@\n-{}\n+{ }\n");
    this.write("feature.patch", "--- a/src/index.ts\n+++ b/src/index.ts\n@@ -1 +1 @@\n-export {};\n+export { };\n");
    for (const folder of ["packages/web", "docs", "vendor", "empty"]) mkdirSync(this.path(folder), { recursive: true });
    const link = (target: string, path: string) => symlinkSync(target, this.path(path));
    link("../../.codex", "cfg");
    link("cfg", "chain");
    link(join(this.home, ".claude/settings.json"), "linked-settings.json");
    link(this.data, "data-link");
    link(join(this.state, "daemon/tokens.json"), "token-link");
    link(join(this.data, "versions/0.1.0-abc/dist/snaphook.cjs"), "tools/link.cjs");
    linkSync(join(this.home, ".claude/settings.json"), this.path("twin.json"));
    linkSync(join(this.data, "trust/a.json"), this.path("trust-twin"));
    linkSync(join(this.state, "daemon/tokens.json"), this.path("token-twin"));
  }
}

/** The beginning of the real program is enough: nothing of it is run. */
const PROGRAM_TEXT = "#!/usr/bin/env node\n// Snaphook\n";

export function stopped(judged: readonly Judged[]): Judged[] {
  return judged.filter(({ verdict }) => verdict === "deny" || verdict === "ask");
}

export function lineOf({ kind, call, verdict }: Judged): string {
  return `${kind}: ${call} (${verdict})`;
}
