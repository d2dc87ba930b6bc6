import { bash, CJS, cjs, EVIL, type Form, GOOD, line, PY, python, shell } from "./form.js";

/** Options and files by which a program runs more than its script. */
export const MORE: readonly Form[] = [
  python("new __init__ of a package that has none", "", {
    files: { "hooks/check.py": "import rules.words\n", "hooks/rules/words.py": PY("good") },
    change: { "hooks/rules/__init__.py": PY("evil") },
  }),
  python("site.addsitedir", 'import site\nsite.addsitedir("hooks")\nprint("good")\n', {
    files: { "hooks/check.py": 'import site\nsite.addsitedir("hooks")\nprint("good")\n' },
    change: { "hooks/new.pth": "import sys; print('evil')\n" },
    listed: true,
  }),
  python("python3 -m unittest name", "", {
    command: "python3 -m unittest rules",
    files: { "rules.py": PY("good") },
    change: { "rules.py": PY("evil") },
  }),
  python("PYTHONSTARTUP", "", {
    command: "PYTHONSTARTUP=start.py python3 -i -c '' < /dev/null",
    files: { "start.py": PY("good") },
    change: { "start.py": PY("evil") },
    needs: "a-terminal",
  }),
  line("program that runs the script, of the project", "./bin/check", {
    files: { "bin/check": "#!bin/runner\n", "bin/runner": `#!/bin/sh\n${GOOD}` },
    change: { "bin/runner": `#!/bin/sh\n${EVIL}` },
    needs: "a-kernel-that-nests-scripts",
  }),
  line("bash --rcfile", "bash --rcfile lib.sh -i -c true", { files: { "lib.sh": GOOD }, change: { "lib.sh": EVIL } }),
  line("bash --init-file=", "bash --init-file lib.sh -ic :", { files: { "lib.sh": GOOD }, change: { "lib.sh": EVIL } }),
  line("env --chdir", "env --chdir=sub sh ./check.sh", {
    files: { "sub/check.sh": GOOD },
    change: { "sub/check.sh": EVIL },
  }),
  line("run-parts", "run-parts --regex . bin", {
    files: { "bin/a": `#!/bin/sh\n${GOOD}` },
    change: { "bin/b": `#!/bin/sh\n${EVIL}` },
    needs: "run-parts",
  }),
  line("unknown program that starts a script", "unknown-wrapper ./bin/check", {
    files: { "bin/check": `#!/bin/sh\n${GOOD}` },
    change: { "bin/check": `#!/bin/sh\n${EVIL}` },
    needs: "unknown-wrapper",
  }),
  line("LD_PRELOAD", "LD_PRELOAD=./lib.so true", {
    files: { "lib.so": "good" },
    change: { "lib.so": "evil" },
    needs: "a-library",
  }),
  line("LD_LIBRARY_PATH", "LD_LIBRARY_PATH=lib true", {
    files: { "lib/keep": "" },
    change: { "lib/libc.so.6": "evil" },
    listed: true,
    needs: "a-library",
  }),
  bash("process substitution", ". <(cat lib.sh)"),
  { ...shell("eval of a file", 'eval "$(cat lib.sh)"'), listed: true },
  { ...shell("list handed to sh", "ls *.lib | xargs -n1 sh", "a.lib"), listed: true },
  {
    ...shell("names that are read from a file", "while read f; do sh $f; done < names"),
    files: {
      "check.sh": "while read f; do sh ./$f; done < names\n",
      names: "good.sh\n",
      "good.sh": GOOD,
      "evil.sh": EVIL,
    },
    change: { names: "evil.sh\n" },
    listed: true,
  },
  line("awk -ffile", "awk -fcheck.awk /dev/null", {
    files: { "check.awk": 'BEGIN { print "good" }\n' },
    change: { "check.awk": 'BEGIN { print "evil" }\n' },
  }),
  line("awk @include", "gawk -f check.awk", {
    files: { "check.awk": '@include "lib.awk"\n', "lib.awk": 'BEGIN { print "good" }\n' },
    change: { "lib.awk": 'BEGIN { print "evil" }\n' },
    needs: "gawk",
  }),
  line("sed -nf", "echo x | sed -nf check.sed", {
    files: { "check.sed": "s/x/good/p\n" },
    change: { "check.sed": "s/x/evil/p\n" },
  }),
  line("jq -nrf", "jq -nrf check.jq", {
    files: { "check.jq": '"good"' },
    change: { "check.jq": '"evil"' },
    needs: "jq",
  }),
  line("node --env-file", "node --env-file=own.env check.cjs", {
    files: { "own.env": "A=1\n", "check.cjs": CJS("good"), "evil.cjs": CJS("evil") },
    change: { "own.env": "NODE_OPTIONS=--require ./evil.cjs\n" },
  }),
  line("node --run", "node --run check", {
    files: { "package.json": '{"scripts":{"check":"echo good"}}' },
    change: { "package.json": '{"scripts":{"check":"echo evil"}}' },
    needs: "a-node-of-22",
  }),
  line("node NODE_PATH", `NODE_PATH=lib node -e 'require("m")'`, {
    files: { "lib/m.js": CJS("good") },
    change: { "lib/m.js": CJS("evil") },
    listed: true,
  }),
  line("node, script without ending", "node check", {
    files: { "check.js": CJS("good") },
    change: { "check.js": CJS("evil") },
  }),
  line("node, new file that takes precedence", "node check", {
    files: { "check.js": CJS("good") },
    change: { check: CJS("evil") },
  }),
  cjs("runInThisContext", "", {
    files: {
      "hooks/check.cjs": `require("vm").runInThisContext(require("fs").readFileSync(__dirname + "/rules.txt", "utf8"));\n`,
      "hooks/rules.txt": CJS("good"),
    },
    change: { "hooks/rules.txt": CJS("evil") },
    listed: true,
  }),
  cjs("Worker of a module that is named in place", "", {
    files: {
      "hooks/check.cjs": `new (require("worker_threads").Worker)(__dirname + "/work.cjs");\n`,
      "hooks/work.cjs": CJS("good"),
    },
    change: { "hooks/work.cjs": CJS("evil") },
  }),
  cjs("every module of a folder", "", {
    files: {
      "hooks/check.cjs": `for (const f of require("fs").readdirSync(__dirname + "/rules")) require(__dirname + "/rules/" + f);\n`,
      "hooks/rules/a.js": CJS("good"),
    },
    change: { "hooks/rules/b.js": CJS("evil") },
    listed: true,
  }),
  ...["perl -I lib -MWords -e 1", "perl -Mlib=lib -MWords -e 1", "PERL5LIB=lib perl -MWords -e 1"].map((command) =>
    line(command, command, {
      files: { "lib/Words.pm": 'print "good\\n"; 1;\n' },
      change: { "lib/Words.pm": 'print "evil\\n"; 1;\n' },
      needs: "perl",
    }),
  ),
  {
    name: "Perl: do dirname(__FILE__)",
    command: "perl hooks/check.pl",
    files: {
      "hooks/check.pl": 'use Cwd qw(abs_path);\nuse File::Basename;\ndo(dirname(abs_path(__FILE__)) . "/lib.pl");\n',
      "hooks/lib.pl": 'print "good\\n"; 1;\n',
    },
    change: { "hooks/lib.pl": 'print "evil\\n"; 1;\n' },
    needs: "perl",
  },
  {
    name: "Perl: backticks",
    command: "perl hooks/check.pl",
    files: { "hooks/check.pl": "print `sh ./run`;\n", run: GOOD },
    change: { run: EVIL },
    needs: "perl",
  },
  line("ruby -I", "ruby -I lib -r words -e 1", {
    files: { "lib/words.rb": 'puts "good"\n' },
    change: { "lib/words.rb": 'puts "evil"\n' },
    needs: "ruby",
  }),
  line("ruby -C", "ruby -C sub check.rb", {
    files: { "sub/check.rb": 'puts "good"\n' },
    change: { "sub/check.rb": 'puts "evil"\n' },
    needs: "ruby",
  }),
  line("lua require", "lua check.lua", {
    files: { "check.lua": 'require("words")\n', "words.lua": 'print("good")\n' },
    change: { "words.lua": 'print("evil")\n' },
    listed: true,
    needs: "lua",
  }),
  ...(
    [
      ["tclsh check.tcl", "puts good\n", "tclsh"],
      ["Rscript check.R", "cat('good')\n", "Rscript"],
      ["emacs --batch -l check.el", '(message "good")\n', "emacs"],
      ["vim -es -S check.vim -c q", "echo 'good'\n", "a-terminal"],
      ["sqlite3 -init check.sql :memory: ''", "select 'good';\n", "sqlite3"],
    ] as const
  ).map(([command, text, needs]) =>
    line(command, command, {
      files: { [/check\.\w+/.exec(command)![0]]: text },
      change: { [/check\.\w+/.exec(command)![0]]: text.replace("good", "evil") },
      needs,
    }),
  ),
];
