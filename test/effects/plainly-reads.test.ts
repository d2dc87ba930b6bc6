import { describe, expect, it } from "vitest";
import { analyseCommand } from "../../src/effects/analyse.js";
import { plainlyReads } from "../../src/effects/paths/plainly-reads.js";

const WHERE = { cwd: "/home/dev/project", project: "/home/dev/project", home: "/home/dev", platform: "linux" };
const PLAIN = [
  "ls",
  "ls -la src/app",
  "cat a.txt | head -20 | wc -l",
  "cd src && ls && pwd",
  "git status --short",
  "git log --oneline -n 5 | head",
  "npm test",
  "npm run build:web",
  "echo done",
];
const OTHER = [
  "",
  "rm x",
  "ls > x",
  "ls; rm x",
  "ls && rm x",
  "ls & rm x",
  "ls || rm x",
  "echo $(rm x)",
  "echo `rm x`",
  "echo $HOME",
  "ls\nrm x",
  "ls *",
  "ls ~",
  "cat 'a b'",
  "cat | sh",
  "git diff --output=x",
  "git log -ox",
  "git -c alias.status=!sh status",
  "git commit",
  "npm run x -- --fix",
  "npm install",
  "X=1 ls",
  "/bin/ls",
  "tee x",
  "sort -o x y",
  `ls ${"a ".repeat(300)}`,
];

describe("what plainly reads", () => {
  it.each(PLAIN)("T8 %s: no analysis sees more in it", (command) => {
    expect(plainlyReads(command)).toBe(true);
    const kinds = analyseCommand(command, WHERE).effects.filter(
      ({ kind, severity }) => kind !== "read" || severity !== "ordinary",
    );
    expect(kinds).toEqual([]);
  });

  it.each(OTHER)("T8 %s: is left to the analysis", (command) => {
    expect(plainlyReads(command)).toBe(false);
  });
});
