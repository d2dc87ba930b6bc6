/** A home and a project with 20 config files that hold 1,000 hooks of all common kinds. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const FILES = 20;
export const HOOKS = 1000;

/** Returns the innermost folder, to which all files apply. */
export function writeThousandHooks(home) {
  const config = join(home, ".config/snaphook");
  writeFile(config, 0, { allowHosts: ["127.0.0.1:9"] });
  let folder = join(home, "project");
  mkdirSync(join(folder, ".git"), { recursive: true });
  for (let file = 1; file < FILES; file++) {
    writeFile(join(folder, ".snaphook"), file);
    writeFileSync(join(folder, "check.sh"), "true\n", { mode: 0o755 });
    folder = join(folder, "packages");
    mkdirSync(folder, { recursive: true });
  }
  return folder;
}

function writeFile(folder, file, more = {}) {
  const count = HOOKS / FILES;
  const hooks = Array.from({ length: count }, (_, i) => hook(file * count + i));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "hooks.json"), JSON.stringify({ version: 1, ...more, hooks }, null, 2));
}

function hook(n) {
  const kinds = [
    { event: "PreToolUse", matcher: `Bash(tool-${n} *)`, command: `./check.sh ${n}`, guard: true, timeoutMs: 5000 },
    { event: "PostToolUse", matcher: "Edit|Write", command: `format --file ${n}`, statusMessage: "Formatting" },
    { event: "PreToolUse", matcher: `^mcp__server${n}__(read|write)_.+$`, command: `audit ${n}`, onFailure: "ask" },
    { event: "UserPromptSubmit", command: `context ${n}`, env: { LEVEL: String(n) }, passEnv: ["CI"] },
    {
      event: "PreToolUse",
      matcher: { tool: "Write", path: `src/${n}/**` },
      type: "http",
      url: `http://127.0.0.1:9/${n}`,
    },
  ];
  return { id: `hook-${n}`, ...kinds[n % kinds.length] };
}
