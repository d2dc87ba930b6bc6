/** What runs in each of these ways prints "good" as approved and "evil" after the change. */
import { bash, CJS, cjs, EVIL, type Form, GOOD, line, node, PY, python, shell } from "./form.js";
import { MORE } from "./more-forms.js";

const PYTHON: readonly Form[] = [
  python("import name", "import helper\n"),
  python("from name import *", "from helper import *\n"),
  python("from name import (…) over lines", "from helper import (\n    WORD,\n)\n"),
  python("import a, b as c", "import json, helper as h\n"),
  python("import after a semicolon", "import json; import helper\n"),
  python("import with a continued line", "import json, \\\n  helper\n"),
  python("import in a function", "def f():\n    import helper\nf()\n"),
  python("import in one line of try", "try: import helper\nexcept ImportError: pass\n"),
  python("importlib.import_module", 'import importlib\nimportlib.import_module("helper")\n'),
  python("__import__", '__import__("helper")\n'),
  python(
    "importlib.import_module of a variable",
    'import importlib\nname = "hel" + "per"\nimportlib.import_module(name)\n',
    {
      listed: true,
    },
  ),
  python("package", "import rules.words\n", {
    files: {
      "hooks/check.py": "import rules.words\n",
      "hooks/rules/__init__.py": "",
      "hooks/rules/words.py": PY("good"),
    },
    change: { "hooks/rules/words.py": PY("evil") },
  }),
  python("__init__ of a package", "", {
    files: {
      "hooks/check.py": "import rules.words\n",
      "hooks/rules/__init__.py": PY("good"),
      "hooks/rules/words.py": "",
    },
    change: { "hooks/rules/__init__.py": PY("evil") },
  }),
  python("relative import in a package", "", {
    files: {
      "hooks/check.py": "import rules\n",
      "hooks/rules/__init__.py": "from . import words\n",
      "hooks/rules/words.py": PY("good"),
    },
    change: { "hooks/rules/words.py": PY("evil") },
  }),
  python("relative import two levels up", "", {
    files: {
      "hooks/check.py": "import rules.deep.more\n",
      "hooks/rules/__init__.py": "",
      "hooks/rules/deep/__init__.py": "",
      "hooks/rules/deep/more.py": "from ..words import WORD\n",
      "hooks/rules/words.py": PY("good"),
    },
    change: { "hooks/rules/words.py": PY("evil") },
  }),
  python("from package import * with __all__", "", {
    files: {
      "hooks/check.py": "from rules import *\n",
      "hooks/rules/__init__.py": '__all__ = ["words"]\n',
      "hooks/rules/words.py": PY("good"),
    },
    change: { "hooks/rules/words.py": PY("evil") },
  }),
  python("absolute import between packages", "", {
    files: {
      "hooks/check.py": "import rules.words\n",
      "hooks/rules/__init__.py": "",
      "hooks/rules/words.py": "import other.texts\n",
      "hooks/other/__init__.py": "",
      "hooks/other/texts.py": PY("good"),
    },
    change: { "hooks/other/texts.py": PY("evil") },
  }),
  python("new re.py beside a script that imports json", "import json\nprint('good')\n", {
    files: { "hooks/check.py": "import json\nprint('good')\n" },
    change: { "hooks/re.py": "print('evil')\n" },
    needs: "a-python-that-has-not-loaded-re-itself",
  }),
  python("new token.py beside a script that imports logging", "", {
    files: { "hooks/check.py": "import logging\nprint('good')\n" },
    change: { "hooks/token.py": "print('evil')\n" },
  }),
  python("new json.py", "", {
    files: { "hooks/check.py": "import json\nprint('good')\n" },
    change: { "hooks/json.py": "print('evil')\n" },
  }),
  python("new package json/", "", {
    files: { "hooks/check.py": "import json\nprint('good')\n" },
    change: { "hooks/json/__init__.py": "print('evil')\n" },
  }),
  python("new package beside the module", "import helper\n", { change: { "hooks/helper/__init__.py": PY("evil") } }),
  python("new module of an optional import", "", {
    files: { "hooks/check.py": "try:\n    import local_rules\nexcept ImportError:\n    print('good')\n" },
    change: { "hooks/local_rules.py": "print('evil')\n" },
  }),
  python("sys.path.insert beside the script", "", {
    files: {
      "hooks/check.py":
        'import os, sys\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), "lib"))\nimport helper\n',
      "hooks/lib/helper.py": PY("good"),
    },
    change: { "hooks/lib/helper.py": PY("evil") },
  }),
  python("sys.path.append of a parent", "", {
    files: {
      "hooks/check.py":
        "import sys\nfrom pathlib import Path\nsys.path.append(str(Path(__file__).resolve().parent.parent))\nimport shared\n",
      "shared.py": PY("good"),
    },
    change: { "shared.py": PY("evil") },
  }),
  python("PYTHONPATH in the command", "", {
    command: "PYTHONPATH=lib python3 hooks/check.py",
    files: { "hooks/check.py": "import helper\n", "lib/helper.py": PY("good") },
    change: { "lib/helper.py": PY("evil") },
  }),
  python("new sitecustomize on PYTHONPATH", "", {
    command: "PYTHONPATH=lib python3 hooks/check.py",
    files: { "hooks/check.py": "print('good')\n", "lib/keep.py": "" },
    change: { "lib/sitecustomize.py": "print('evil')\n" },
  }),
  python("python3 -m", "", {
    command: "python3 -m rules.main",
    files: { "rules/__init__.py": "", "rules/main.py": PY("good") },
    change: { "rules/main.py": PY("evil") },
  }),
  python("python3 -m package", "", {
    command: "python3 -m rules",
    files: { "rules/__init__.py": "", "rules/__main__.py": PY("good") },
    change: { "rules/__main__.py": PY("evil") },
  }),
  python("python3 -c", "", {
    command: `python3 -c 'import helper'`,
    files: { "helper.py": PY("good") },
    change: { "helper.py": PY("evil") },
  }),
  python("code of a here-document", "", {
    command: "python3 - <<'PY'\nimport helper\nPY",
    files: { "helper.py": PY("good") },
    change: { "helper.py": PY("evil") },
  }),
  python("folder with __main__.py", "", {
    command: "python3 ./tool",
    files: { "tool/__main__.py": "import helper\n", "tool/helper.py": PY("good") },
    change: { "tool/helper.py": PY("evil") },
  }),
  python("script that it starts", "", {
    files: {
      "hooks/check.py":
        'import os, subprocess\nhere = os.path.dirname(__file__)\nsubprocess.run(["sh", os.path.join(here, "run.sh")])\n',
      "hooks/run.sh": GOOD,
    },
    change: { "hooks/run.sh": EVIL },
  }),
  python("runpy.run_path", "", {
    files: {
      "hooks/check.py": 'import os, runpy\nrunpy.run_path(os.path.join(os.path.dirname(__file__), "run.py"))\n',
      "hooks/run.py": PY("good"),
    },
    change: { "hooks/run.py": PY("evil") },
  }),
  python("exec of a file whose name is computed", "", {
    files: {
      "hooks/check.py": 'import os, sys\nexec(open(os.path.dirname(__file__) + "/" + "ru" + "n.txt").read())\n',
      "hooks/run.txt": "print('good')\n",
    },
    change: { "hooks/run.txt": "print('evil')\n" },
    listed: true,
  }),
  python("exec of a file that is read before", "", {
    files: {
      "hooks/check.py":
        'from pathlib import Path\ntext = (Path(__file__).parent / "run.txt").read_text()\nexec(text)\n',
      "hooks/run.txt": "print('good')\n",
    },
    change: { "hooks/run.txt": "print('evil')\n" },
    listed: true,
  }),
  python("packages of a virtual environment", "", {
    command: "./.venv/bin/python hooks/check.py",
    files: { "hooks/check.py": "import dep\n", ".venv/lib/python3/site-packages/dep.py": PY("good") },
    change: { ".venv/lib/python3/site-packages/dep.py": PY("evil") },
    listed: true,
    needs: "a-virtual-environment",
  }),
  python("compiled module without source", "", {
    files: { "hooks/check.py": "try:\n    import extra\nexcept ImportError:\n    print('good')\n" },
    change: { "hooks/extra.pyc": "\u0000" },
    needs: "a compiled module",
  }),
];

const SHELL: readonly Form[] = [
  shell(". ./lib.sh", ". ./lib.sh"),
  shell('. "$(dirname "$0")/lib.sh"', '. "$(dirname "$0")/lib.sh"'),
  shell("[ -f x ] && . x", "[ -f ./lib.sh ] && . ./lib.sh"),
  shell("if … then . x fi", "if true; then . ./lib.sh; fi"),
  shell("folder in a variable", 'DIR="$(cd "$(dirname "$0")" && pwd)"\n. "$DIR/lib.sh"'),
  shell("${0%/*}", '. "${0%/*}/lib.sh"'),
  shell("loop over names", "for name in lib other; do [ -f ./$name.sh ] && . ./$name.sh; done"),
  shell("loop over a pattern", 'for f in ./parts/*.sh; do . "$f"; done', "parts/a.sh"),
  {
    ...shell("new file of a pattern", 'for f in ./parts/*.sh; do . "$f"; done', "parts/a.sh"),
    change: { "parts/b.sh": EVIL },
  },
  shell("script that it runs", "sh ./lib.sh"),
  shell("script in another folder", "cd sub && sh ./run.sh", "sub/run.sh"),
  shell("script through a function", "run() { sh ./lib.sh; }\nrun"),
  {
    ...shell("function of a sourced file", ". ./defs.sh\ncheck"),
    files: { "check.sh": ". ./defs.sh\ncheck\n", "defs.sh": "check() {\n  sh ./lib.sh\n}\n", "lib.sh": GOOD },
  },
  {
    ...shell("variable of a sourced file", ". ./defs.sh"),
    files: { "check.sh": '. ./defs.sh\nsh "$TARGET"\n', "defs.sh": "TARGET=./lib.sh\n", "lib.sh": GOOD },
  },
  {
    ...shell("name that is computed", '. "./$(cat name.txt)"'),
    files: { "check.sh": '. "./$(cat name.txt)"\n', "name.txt": "lib.sh", "lib.sh": GOOD },
    listed: true,
  },
  bash("source ${BASH_SOURCE[0]}", 'source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"'),
  bash(
    "SCRIPT_DIR",
    'SCRIPT_DIR="$( cd "$( dirname "${BASH_SOURCE[0]}" )" >/dev/null 2>&1 && pwd )"\nsource "${SCRIPT_DIR}/lib.sh"',
  ),
  bash("case", 'case "x" in x) source ./lib.sh ;; esac'),
];

const LINES: readonly Form[] = [
  line("sh script", "sh ./check.sh"),
  line("timeout", "timeout 5 sh ./check.sh"),
  line("cd", "cd sub && sh ./check.sh", { files: { "sub/check.sh": GOOD }, change: { "sub/check.sh": EVIL } }),
  line("path with spaces", `sh "./my hooks/check.sh"`, {
    files: { "my hooks/check.sh": GOOD },
    change: { "my hooks/check.sh": EVIL },
  }),
  line("exec", "exec sh ./check.sh"),
  line("env", "env A=1 sh ./check.sh"),
  line("nice and nohup", "nice -n 5 nohup sh ./check.sh"),
  line("script without ending", "timeout 5 sh ./check", { files: { check: GOOD }, change: { check: EVIL } }),
  line("sh -c", `sh -c 'sh ./check.sh'`),
  line("eval", `eval "sh ./check.sh"`),
  line("standard input", "sh < ./check.sh"),
  line("pipe", "cat /dev/null | sh ./check.sh"),
  line("substitution", `echo "$(sh ./check.sh)"`),
  line("xargs", "echo x | xargs sh ./check.sh"),
  line("variable", "S=./check.sh; sh $S"),
  line("source", ". ./check.sh"),
  line("BASH_ENV", "BASH_ENV=./env.sh bash -c true", { files: { "env.sh": GOOD }, change: { "env.sh": EVIL } }),
  line("PATH", `PATH="./bin:$PATH" check`, {
    files: { "bin/check": `#!/bin/sh\n${GOOD}` },
    change: { "bin/check": `#!/bin/sh\n${EVIL}` },
  }),
  line("new program on PATH", `PATH="./bin:$PATH" whoami`, {
    files: { "bin/keep": "" },
    change: { "bin/whoami": `#!/bin/sh\n${EVIL}` },
  }),
  line("$SNAPHOOK_PROJECT_DIR", `sh "$SNAPHOOK_PROJECT_DIR/FORM/check.sh"`),
  line("make", "make -s check", {
    files: { Makefile: "check:\n\t@echo good\n" },
    change: { Makefile: "check:\n\t@echo evil\n" },
    needs: "make",
  }),
  line("make: script of a target it needs", "make -s check", {
    files: { Makefile: "check: before\nbefore:\n\t@sh ./check.sh\n", "check.sh": GOOD },
    needs: "make",
  }),
  line("make: included file", "make -s check", {
    files: { Makefile: "include rules.mk\n", "rules.mk": "check:\n\t@echo good\n" },
    change: { "rules.mk": "check:\n\t@echo evil\n" },
    needs: "make",
  }),
  line("make: new GNUmakefile", "make -s check", {
    files: { Makefile: "check:\n\t@echo good\n" },
    change: { GNUmakefile: "check:\n\t@echo evil\n" },
    needs: "make",
  }),
  line("just", "just check", {
    files: { justfile: "check:\n  @sh ./check.sh\n", "check.sh": GOOD },
    needs: "just",
  }),
  line("npm run", "npm run --silent check", {
    files: { "package.json": '{"scripts":{"check":"echo good"}}' },
    change: { "package.json": '{"scripts":{"check":"echo evil"}}' },
    needs: "npm",
  }),
  line("npm run: script that it runs", "npm run --silent check", {
    files: { "package.json": '{"scripts":{"check":"sh ./check.sh"}}', "check.sh": GOOD },
    needs: "npm",
  }),
  line("npm run: new script before it", "npm run --silent check", {
    files: { "package.json": '{"scripts":{"check":"echo good"}}' },
    change: { "package.json": '{"scripts":{"check":"echo good","precheck":"echo evil"}}' },
    needs: "npm",
  }),
  line("awk -f", "echo x | awk -f ./check.awk", {
    files: { "check.awk": '{ print "good" }\n' },
    change: { "check.awk": '{ print "evil" }\n' },
    needs: "awk",
  }),
  line("unknown program name", "$(cat name.txt) ./check.sh", {
    files: { "name.txt": "sh", "check.sh": GOOD },
    change: { "name.txt": "echo evil" },
    listed: true,
  }),
];

const JAVASCRIPT: readonly Form[] = [
  node("import", `import "./lib.mjs";\n`),
  node("export from", `export * from "./lib.mjs";\n`),
  node("import()", `await import("./lib.mjs");\n`),
  node(
    "createRequire",
    `import { createRequire } from "node:module";\nconst load = createRequire(import.meta.url);\nload("./lib.cjs");\n`,
    {
      files: {
        "hooks/check.mjs": `import { createRequire } from "node:module";\nconst load = createRequire(import.meta.url);\nload("./lib.cjs");\n`,
        "hooks/lib.cjs": CJS("good"),
      },
      change: { "hooks/lib.cjs": CJS("evil") },
    },
  ),
  node("import() of a variable", `const name = ["./lib", "mjs"].join(".");\nawait import(name);\n`, { listed: true }),
  node("new URL", `await import(new URL("./lib.mjs", import.meta.url));\n`),
  cjs("require", `require("./lib.js");\n`),
  cjs("require without ending", `require("./lib");\n`),
  cjs("require of a new file found first", `require("./lib");\n`, { change: { "hooks/lib": CJS("evil") } }),
  cjs("require of __dirname", `require(require("path").join(__dirname, "lib.js"));\n`),
  cjs("eval of a file", `eval(require("fs").readFileSync(__dirname + "/rules.txt", "utf8"));\n`, {
    files: {
      "hooks/check.cjs": `eval(require("fs").readFileSync(__dirname + "/rules.txt", "utf8"));\n`,
      "hooks/rules.txt": CJS("good"),
    },
    change: { "hooks/rules.txt": CJS("evil") },
    listed: true,
  }),
  cjs('require("..")', "", {
    command: "node lib/hooks/check.cjs",
    files: { "lib/hooks/check.cjs": `require("..");\n`, "lib/index.js": CJS("good") },
    change: { "lib/index.js": CJS("evil") },
  }),
  cjs("new package.json in a required folder", "", {
    files: {
      "hooks/check.cjs": `require("./lib");\n`,
      "hooks/lib/index.js": CJS("good"),
      "hooks/lib/evil.js": CJS("evil"),
    },
    change: { "hooks/lib/package.json": '{"main":"evil.js"}' },
  }),
  cjs("folder with main", "", {
    files: {
      "hooks/check.cjs": `require("./lib");\n`,
      "hooks/lib/package.json": '{"main":"a"}',
      "hooks/lib/a.js": CJS("good"),
    },
    change: { "hooks/lib/a.js": CJS("evil") },
  }),
  cjs("#imports", "", {
    files: {
      "package.json": '{"imports":{"#lib":"./hooks/lib.js"}}',
      "hooks/check.cjs": `require("#lib");\n`,
      "hooks/lib.js": CJS("good"),
    },
  }),
  cjs("#imports that lead elsewhere", "", {
    files: {
      "package.json": '{"imports":{"#lib":"./hooks/lib.js"}}',
      "hooks/check.cjs": `require("#lib");\n`,
      "hooks/lib.js": CJS("good"),
      "hooks/evil.js": CJS("evil"),
    },
    change: { "package.json": '{"imports":{"#lib":"./hooks/evil.js"}}' },
  }),
  cjs("new package.json that maps #imports", "", {
    files: {
      "package.json": '{"imports":{"#lib":"./hooks/lib.js"}}',
      "hooks/check.cjs": `require("#lib");\n`,
      "hooks/lib.js": CJS("good"),
      "hooks/evil.js": CJS("evil"),
    },
    change: { "hooks/package.json": '{"imports":{"#lib":"./evil.js"}}' },
  }),
  cjs("package of node_modules", "", {
    files: {
      "hooks/check.cjs": `require("dep");\n`,
      "node_modules/dep/package.json": '{"main":"index.js"}',
      "node_modules/dep/index.js": CJS("good"),
    },
    change: { "node_modules/dep/index.js": CJS("evil") },
  }),
  cjs("package that a package depends on", "", {
    files: {
      "hooks/check.cjs": `require("dep");\n`,
      "node_modules/dep/package.json": '{"main":"index.js","dependencies":{"inner":"1"}}',
      "node_modules/dep/index.js": `require("inner");\n`,
      "node_modules/inner/package.json": '{"main":"index.js"}',
      "node_modules/inner/index.js": CJS("good"),
    },
    change: { "node_modules/inner/index.js": CJS("evil") },
  }),
  cjs("nearer node_modules", "", {
    files: {
      "hooks/check.cjs": `require("dep");\n`,
      "node_modules/dep/index.js": CJS("good"),
    },
    change: { "hooks/node_modules/dep/index.js": CJS("evil") },
  }),
  cjs("node -r", "", {
    command: "node -r ./hooks/lib.js hooks/check.cjs",
    files: { "hooks/check.cjs": "", "hooks/lib.js": CJS("good") },
  }),
  node("node --import", "", {
    command: "node --import ./hooks/lib.mjs hooks/check.mjs",
    files: { "hooks/check.mjs": "", "hooks/lib.mjs": CJS("good") },
  }),
  node("NODE_OPTIONS", "", {
    command: "NODE_OPTIONS='--import ./hooks/lib.mjs' node hooks/check.mjs",
    files: { "hooks/check.mjs": "", "hooks/lib.mjs": CJS("good") },
  }),
  cjs("node -e", "", {
    command: `node -e 'require("./hooks/lib.js")'`,
    files: { "hooks/lib.js": CJS("good") },
  }),
  cjs("script that it starts", "", {
    files: {
      "hooks/check.cjs": `process.stdout.write(require("child_process").execFileSync("sh", [__dirname + "/run.sh"]));\n`,
      "hooks/run.sh": GOOD,
    },
    change: { "hooks/run.sh": EVIL },
  }),
  node("npx tsx", "", {
    command: "npx tsx hooks/check.ts",
    files: { "hooks/check.ts": `import "./lib.js";\n`, "hooks/lib.ts": CJS("good") },
    change: { "hooks/lib.ts": CJS("evil") },
    needs: "tsx",
  }),
  node("tsconfig paths", "", {
    command: "npx tsx hooks/check.ts",
    files: {
      "tsconfig.json": '{"compilerOptions":{"paths":{"@lib/*":["./hooks/*"]}}}',
      "hooks/check.ts": `import "@lib/words";\n`,
      "hooks/words.ts": CJS("good"),
    },
    change: { "hooks/words.ts": CJS("evil") },
    needs: "tsx",
  }),
  node("tsconfig paths that lead elsewhere", "", {
    command: "npx tsx hooks/check.ts",
    files: {
      "tsconfig.json": '{"compilerOptions":{"paths":{"@lib/*":["./hooks/*"]}}}',
      "hooks/check.ts": `import "@lib/words";\n`,
      "hooks/words.ts": CJS("good"),
      "evil/words.ts": CJS("evil"),
    },
    change: { "tsconfig.json": '{"compilerOptions":{"paths":{"@lib/*":["./evil/*"]}}}' },
    needs: "tsx",
  }),
  node("new bunfig.toml", "", {
    command: "bun run hooks/check.ts",
    files: { "hooks/check.ts": CJS("good") },
    change: { "bunfig.toml": 'preload = ["./evil.ts"]\n' },
    needs: "bun",
  }),
  cjs("more than 500 modules", "", {
    files: {
      "hooks/check.cjs": Array.from({ length: 520 }, (_, i) => `require("./m/${i}.js");\n`).join(""),
      ...Object.fromEntries(Array.from({ length: 520 }, (_, i) => [`hooks/m/${i}.js`, i === 519 ? CJS("good") : "\n"])),
    },
    change: { "hooks/m/519.js": CJS("evil") },
    listed: true,
  }),
  cjs("more than 10 MB", "", {
    files: {
      "hooks/check.cjs": Array.from({ length: 11 }, (_, i) => `require("./m/${i}.js");\n`).join(""),
      ...Object.fromEntries(
        Array.from({ length: 11 }, (_, i) => [
          `hooks/m/${i}.js`,
          `// ${"x".repeat(1_000_000)}\n${i === 10 ? CJS("good") : ""}`,
        ]),
      ),
    },
    change: { "hooks/m/10.js": CJS("evil") },
    listed: true,
  }),
  cjs("packages of more than 500 files", "", {
    files: {
      "hooks/check.cjs": `require("big");\n`,
      "node_modules/big/index.js": `require("./f/1.js");\n`,
      ...Object.fromEntries(Array.from({ length: 520 }, (_, i) => [`node_modules/big/f/${i}.js`, CJS("good")])),
    },
    change: { "node_modules/big/f/1.js": CJS("evil") },
    listed: true,
  }),
];

const OTHERS: readonly Form[] = [
  {
    name: "Perl: require beside the script",
    command: "perl hooks/check.pl",
    files: {
      "hooks/check.pl": 'use FindBin;\nrequire "$FindBin::Bin/lib.pl";\n',
      "hooks/lib.pl": 'print "good\\n"; 1;\n',
    },
    change: { "hooks/lib.pl": 'print "evil\\n"; 1;\n' },
    needs: "perl",
  },
  {
    name: "Perl: use lib",
    command: "perl hooks/check.pl",
    files: { "hooks/check.pl": "use lib 'hooks/lib';\nuse Words;\n", "hooks/lib/Words.pm": 'print "good\\n"; 1;\n' },
    change: { "hooks/lib/Words.pm": 'print "evil\\n"; 1;\n' },
    needs: "perl",
  },
  {
    name: "Perl: do",
    command: "perl hooks/check.pl",
    files: { "hooks/check.pl": 'do "./hooks/lib.pl";\n', "hooks/lib.pl": 'print "good\\n"; 1;\n' },
    change: { "hooks/lib.pl": 'print "evil\\n"; 1;\n' },
    needs: "perl",
  },
  {
    name: "Ruby: require_relative",
    command: "ruby hooks/check.rb",
    files: { "hooks/check.rb": 'require_relative "lib"\n', "hooks/lib.rb": 'puts "good"\n' },
    change: { "hooks/lib.rb": 'puts "evil"\n' },
    needs: "ruby",
  },
  {
    name: "Ruby: -r",
    command: "ruby -r ./hooks/lib.rb hooks/check.rb",
    files: { "hooks/check.rb": "", "hooks/lib.rb": 'puts "good"\n' },
    change: { "hooks/lib.rb": 'puts "evil"\n' },
    needs: "ruby",
  },
  {
    name: "PHP: require __DIR__",
    command: "php hooks/check.php",
    files: { "hooks/check.php": "<?php require __DIR__ . '/lib.php';\n", "hooks/lib.php": "<?php echo 'good';\n" },
    change: { "hooks/lib.php": "<?php echo 'evil';\n" },
    needs: "php",
  },
  {
    name: "hooks folder: script that a script names by a variable",
    command: "sh .snaphook/hooks/check.sh",
    files: { ".snaphook/hooks/check.sh": "sh .snaphook/hooks/lib.sh\n", ".snaphook/hooks/lib.sh": GOOD },
    change: { ".snaphook/hooks/lib.sh": EVIL },
  },
];

export const FORMS: readonly Form[] = [...PYTHON, ...SHELL, ...LINES, ...JAVASCRIPT, ...OTHERS, ...MORE];
