/** Hooks as people write them. An approval lists nothing it cannot follow, and everyday edits do not end it. */
export interface Project {
  readonly name: string;
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
  /** `trust` lists something it does not cover. */
  readonly warned?: true;
}

const H = ".claude/hooks";
const project = (name: string, command: string, files: Readonly<Record<string, string>> = {}): Project => ({
  name,
  command,
  files,
});

const sh = (name: string, text: string, more: Readonly<Record<string, string>> = {}) =>
  project(name, `bash "${H}/check.sh"`, {
    [`${H}/check.sh`]: `#!/usr/bin/env bash\nset -euo pipefail\n${text}\n`,
    ...more,
  });
const py = (name: string, text: string, more: Readonly<Record<string, string>> = {}) =>
  project(name, `python3 ${H}/check.py`, { [`${H}/check.py`]: `#!/usr/bin/env python3\n${text}\n`, ...more });
const js = (name: string, text: string, more: Readonly<Record<string, string>> = {}) =>
  project(name, `node ${H}/check.mjs`, {
    [`${H}/check.mjs`]: `${text}\n`,
    "package.json": '{"name":"shop","type":"module"}',
    ...more,
  });

const READ = "input=$(cat)\ncommand=$(echo \"$input\" | jq -r '.tool_input.command // empty')";

export const PROJECTS: readonly Project[] = [
  project(
    "prettier after an edit",
    `jq -r '.tool_input.file_path' | { read -r f; if echo "$f" | grep -q '\\.ts$'; then npx prettier --write "$f"; fi; }`,
    { "package.json": '{"devDependencies":{"prettier":"3"}}' },
  ),
  project(
    "log every command",
    `jq -r '"\\(.tool_input.command) - \\(.tool_input.description // "none")"' >> ~/.claude/bash-log.txt`,
  ),
  project(
    "forbidden paths in one line",
    `python3 -c "import json, sys; data=json.load(sys.stdin); path=data.get('tool_input',{}).get('file_path',''); sys.exit(2 if any(p in path for p in ['.env', 'package-lock.json', '.git/']) else 0)"`,
  ),
  project("notification", `notify-send 'Claude Code' 'Awaiting your input'`),
  project(
    "eslint on the changed file",
    `f=$(jq -r '.tool_input.file_path'); case "$f" in *.ts|*.tsx) npx eslint --fix "$f" ;; esac`,
    { "package.json": "{}" },
  ),
  project("tests at the end", "npm test --silent", {
    "package.json": '{"version":"1.0.0","scripts":{"test":"vitest run"}}',
  }),
  project("lint script of package.json", "npm run -s lint", {
    "package.json": '{"version":"1.0.0","scripts":{"lint":"eslint . && tsc --noEmit"}}',
  }),
  project("make lint", "make -s lint", {
    Makefile: "lint:\n\truff check .\n\tmypy src\n\nbuild:\n\tpython3 setup.py build\n",
  }),
  project(
    "ruff and black",
    `f=$(jq -r '.tool_input.file_path'); [[ "$f" == *.py ]] && ruff check --fix "$f" && black -q "$f" || true`,
  ),
  project("gofmt", `jq -r '.tool_input.file_path' | xargs -I{} sh -c 'case "{}" in *.go) gofmt -w "{}" ;; esac'`),
  project("cargo check", "cargo check --quiet 2>&1 | tail -5", { "Cargo.toml": "[package]\n" }),
  project("pytest with timeout", "timeout 60 python3 -m pytest -q tests", {
    "tests/test_a.py": "def test_a(): pass\n",
  }),
  sh(
    "block rm -rf",
    `${READ}\nif echo "$command" | grep -qE 'rm\\s+-rf'; then\n  echo "blocked" >&2\n  exit 2\nfi\nexit 0`,
  ),
  sh(
    "block pushes to main",
    `${READ}\nbranch=$(git rev-parse --abbrev-ref HEAD)\nif [[ "$command" == *"git push"* && "$branch" == "main" ]]; then\n  echo '{"decision":"block","reason":"no pushes to main"}'\nfi`,
  ),
  sh("library beside the script", `source "$(dirname "$0")/lib/common.sh"\n${READ}\nlog "checked $command"`, {
    [`${H}/lib/common.sh`]: 'log() { echo "$(date) $1" >> "$HOME/hooks.log"; }\n',
  }),
  sh(
    "SCRIPT_DIR",
    `SCRIPT_DIR="$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)"\n. "$SCRIPT_DIR/utils.sh"\n${READ}\ncheck_command "$command"`,
    { [`${H}/utils.sh`]: 'check_command() {\n  case "$1" in *sudo*) echo "no sudo" >&2; exit 2 ;; esac\n}\n' },
  ),
  sh(
    "optional local settings",
    `[ -f "$(dirname "$0")/local.sh" ] && source "$(dirname "$0")/local.sh"\n${READ}\nexit 0`,
  ),
  sh(
    "protected files from a list",
    `${READ}\nwhile read -r pattern; do\n  [[ "$command" == *"$pattern"* ]] && { echo "protected: $pattern" >&2; exit 2; }\ndone < "$(dirname "$0")/protected.txt"\nexit 0`,
    { [`${H}/protected.txt`]: ".env\n" },
  ),
  sh(
    "format by language",
    `file=$(jq -r '.tool_input.file_path')\ncase "$file" in\n  *.py) command -v ruff >/dev/null && ruff format "$file" ;;\n  *.js|*.ts) npx --no-install prettier --write "$file" ;;\n  *.rs) rustfmt "$file" ;;\n  *.go) gofmt -w "$file" ;;\nesac`,
    { "package.json": "{}" },
  ),
  sh(
    "type check of changed packages",
    `cd "$CLAUDE_PROJECT_DIR" || exit 0\nchanged=$(git diff --name-only HEAD)\nif echo "$changed" | grep -q '^packages/'; then\n  pnpm -r exec tsc --noEmit\nfi`,
    { "package.json": "{}" },
  ),
  sh(
    "secrets in the staged diff",
    `if git diff --cached | grep -nE '(AKIA[0-9A-Z]{16}|-----BEGIN)'; then\n  echo "secret found" >&2\n  exit 2\nfi`,
  ),
  sh(
    "counter in a state file",
    `STATE="\${TMPDIR:-/tmp}/hook-count"\nn=$(cat "$STATE" 2>/dev/null || echo 0)\necho $((n + 1)) > "$STATE"`,
  ),
  sh(
    "speak at the end",
    `if command -v say >/dev/null; then say "done"; elif command -v espeak >/dev/null; then espeak "done"; fi`,
  ),
  sh(
    "post to Slack",
    `curl -s -X POST -H 'Content-type: application/json' --data "{\\"text\\":\\"done\\"}" "$SLACK_WEBHOOK_URL" >/dev/null || true`,
  ),
  py(
    "validate commands",
    `import json\nimport re\nimport sys\n\nRULES = [(r"\\bgrep\\b", "use rg"), (r"\\bfind\\b.*-name", "use fd")]\n\ndef main():\n    data = json.load(sys.stdin)\n    command = data.get("tool_input", {}).get("command", "")\n    issues = [m for p, m in RULES if re.search(p, command)]\n    if issues:\n        print("\\n".join(issues), file=sys.stderr)\n        sys.exit(2)\n\nif __name__ == "__main__":\n    main()`,
  ),
  py(
    "log as JSON lines",
    `import json, sys, os, datetime\nfrom pathlib import Path\nlog = Path(__file__).parent / "audit.jsonl"\ndata = json.load(sys.stdin)\nwith open(log, "a") as f:\n    f.write(json.dumps({"at": str(datetime.datetime.now()), "tool": data.get("tool_name")}) + "\\n")`,
  ),
  py(
    "helper module",
    `import json, sys\nfrom utils.patterns import DANGEROUS, is_safe\nfrom utils import report\ndata = json.load(sys.stdin)\nif not is_safe(data):\n    report.deny(DANGEROUS)`,
    {
      [`${H}/utils/__init__.py`]: "",
      [`${H}/utils/patterns.py`]: "import re\nDANGEROUS = []\ndef is_safe(d): return True\n",
      [`${H}/utils/report.py`]: "import sys\ndef deny(x): sys.exit(2)\n",
    },
  ),
  py(
    "git state",
    `import subprocess, sys, json\nresult = subprocess.run(["git", "status", "--porcelain"], capture_output=True, text=True)\nif result.stdout.strip():\n    print(json.dumps({"systemMessage": "uncommitted changes"}))`,
  ),
  py(
    "command in a variable",
    `import subprocess, json, sys\ndata = json.load(sys.stdin)\ncmd = ["git", "log", "-1", "--format=%s"]\nprint(subprocess.run(cmd, capture_output=True, text=True).stdout)`,
  ),
  py(
    "rules in YAML",
    `import sys, json\ntry:\n    import yaml\nexcept ImportError:\n    sys.exit(0)\nfrom pathlib import Path\nrules = yaml.safe_load((Path(__file__).parent / "rules.yaml").read_text())\nsys.exit(0)`,
    { [`${H}/rules.yaml`]: "deny: []\n" },
  ),
  py(
    "dataclasses and typing",
    `from __future__ import annotations\n\nimport json\nimport sys\nfrom dataclasses import dataclass, field\nfrom typing import (\n    Any,\n    Optional,\n)\n\n@dataclass\nclass Call:\n    tool: str\n    input: dict[str, Any] = field(default_factory=dict)\n\ndata = json.load(sys.stdin)\nprint(Call(data.get("tool_name", "")), file=sys.stderr)`,
  ),
  project("uv script", `uv run ${H}/check.py`, {
    [`${H}/check.py`]:
      '# /// script\n# dependencies = ["requests"]\n# ///\nimport json, sys\nimport requests\njson.load(sys.stdin)\n',
  }),
  js(
    "rules in a module",
    `import { readFileSync } from "node:fs";\nimport { rules } from "./lib/rules.mjs";\nconst { tool_input } = JSON.parse(readFileSync(0, "utf8"));\nif (rules.some((rule) => rule.test(tool_input?.command ?? ""))) {\n  console.error("blocked");\n  process.exit(2);\n}`,
    { [`${H}/lib/rules.mjs`]: "export const rules = [/rm -rf/];\n" },
  ),
  js(
    "data beside the script",
    `import { readFileSync, appendFileSync } from "node:fs";\nconst allowed = JSON.parse(readFileSync(new URL("./allowed.json", import.meta.url), "utf8"));\nappendFileSync(new URL("./audit.log", import.meta.url), JSON.stringify(allowed));`,
    { [`${H}/allowed.json`]: "[]\n" },
  ),
  js(
    "runs git and tsc",
    `import { execSync } from "node:child_process";\nconst branch = execSync("git branch --show-current", { encoding: "utf8" }).trim();\nif (branch === "main") process.exit(2);\ntry { execSync("npx tsc --noEmit", { stdio: "inherit" }); } catch { process.exit(2); }`,
  ),
  project("CommonJS", `node ${H}/check.cjs`, {
    [`${H}/check.cjs`]: `const fs = require("fs");\nconst path = require("path");\nconst { deny } = require("./util");\nconst input = JSON.parse(fs.readFileSync(0, "utf8"));\nif (/\\.env$/.test(path.basename(input.tool_input?.file_path ?? ""))) deny();\n`,
    [`${H}/util.js`]: "exports.deny = () => process.exit(2);\n",
  }),
  project("small package of node_modules", `node ${H}/check.mjs`, {
    [`${H}/check.mjs`]: `import pm from "picomatch";\nprocess.exit(pm("*.env")(".env") ? 2 : 0);\n`,
    "package.json": '{"type":"module","dependencies":{"picomatch":"4"}}',
    "node_modules/picomatch/package.json": '{"name":"picomatch","main":"index.js"}',
    "node_modules/picomatch/index.js": "module.exports = () => () => true;\n",
  }),
  project("TypeScript with tsx", `npx tsx ${H}/check.ts`, {
    [`${H}/check.ts`]: `import { deny } from "./deny.js";\nimport { readFileSync } from "node:fs";\nif (readFileSync(0, "utf8").includes("rm -rf")) deny();\n`,
    [`${H}/deny.ts`]: "export const deny = (): never => process.exit(2);\n",
    "package.json": '{"type":"module"}',
    "tsconfig.json": '{"compilerOptions":{"strict":true}}',
  }),
  project("hooks folder of ours", "sh .snaphook/hooks/check.sh", { ".snaphook/hooks/check.sh": `${READ}\nexit 0\n` }),
  {
    ...project("plugins that are found while it runs", `python3 ${H}/check.py`, {
      [`${H}/check.py`]: `import importlib, pathlib\nfor file in pathlib.Path(__file__).parent.glob("plugins/*.py"):\n    importlib.import_module(f"plugins.{file.stem}").check()\n`,
      [`${H}/plugins/a.py`]: "def check(): pass\n",
    }),
    warned: true,
  },
];

/** Edits of everyday work, none of which changes what a hook runs. */
export function unrelatedEdits({ files }: Project): Readonly<Record<string, string>> {
  const manifest = files["package.json"];
  return {
    "README.md": "# Another text\n",
    "src/index.ts": "export const changed = 1;\n",
    "src/app.py": "import json\n",
    "tests/test_more.py": "def test(): pass\n",
    "test/more.test.ts": "export {};\n",
    "logs/hook.log": "a line\n",
    ".gitignore": "logs\n",
    ".claude/settings.local.json": '{"model":"other"}',
    ".claude/notes.md": "a note\n",
    ".snaphook/data/state.json": "{}",
    ".snaphook/threads/one.md": "a thread\n",
    [`${H}/README.md`]: "How our hooks work.\n",
    [`${H}/audit.jsonl`]: "{}\n",
    [`${H}/audit.log`]: "a line\n",
    [`${H}/other_hook.py`]: "print('another hook')\n",
    [`${H}/other-hook.sh`]: "echo another\n",
    [`${H}/other-hook.mjs`]: "console.log(1);\n",
    [`${H}/__pycache__/check.cpython-311.pyc`]: "x",
    "node_modules/.package-lock.json": "{}",
    "node_modules/left-pad/index.js": "module.exports = 1;\n",
    ...(manifest === undefined
      ? {}
      : {
          "package.json": JSON.stringify({
            ...(JSON.parse(manifest) as object),
            version: "2.0.0",
            description: "changed",
            devDependencies: { typescript: "6.0.0" },
          }),
        }),
    ...(files[`${H}/rules.yaml`] === undefined ? {} : { [`${H}/rules.yaml`]: "deny: [a]\n" }),
    ...(files[`${H}/allowed.json`] === undefined ? {} : { [`${H}/allowed.json`]: '["a"]\n' }),
    ...(files[`${H}/protected.txt`] === undefined ? {} : { [`${H}/protected.txt`]: ".env\n.ssh\n" }),
  };
}
