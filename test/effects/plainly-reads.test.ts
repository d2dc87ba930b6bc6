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
  "cut -o /dev/sda",
  "wc /dev/zero",
  "cd / && cat dev/zero",
  "git -c alias.status=!sh status",
  "git commit",
  "npm run x -- --fix",
  "npm run deploy:prod",
  "npm run build-prod",
  "npm run db:drop",
  "npm install",
  "X=1 ls",
  "/bin/ls",
  "tee x",
  "sort -o x y",
  `ls ${"a ".repeat(300)}`,
];

const PROGRAMS =
  "cat cmp cut df dirname du basename echo head id ls nl pwd seq sleep stat tail tr true uname wc which whoami cd"
    .split(" ")
    .concat(
      "git status",
      "git log",
      "git diff",
      "git show",
      "npm test",
      "npm run build:web",
      "npm run test:e2e",
      "npm run ci",
    );
const WORDS =
  "-x -rf -o --output=x -c /dev/sda /dev/zero /etc/shadow .env a.txt /proc/self/environ 99999999999 / .. @x HEAD --force prod".split(
    " ",
  );

describe("what plainly reads", () => {
  it.each(PLAIN)("T8 %s: no analysis sees more in it", (command) => {
    expect(plainlyReads(command)).toBe(true);
    const kinds = analyseCommand(command, WHERE).effects.filter(
      ({ kind, severity }) => kind !== "read" || severity !== "ordinary",
    );
    expect(kinds).toEqual([]);
  });

  it("T8 no line of such commands has more than reads: guards that do not judge reads pass over it", () => {
    let seed = 7;
    const pick = (list: readonly string[]) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return list[Math.floor((seed / 2_147_483_648) * list.length)]!;
    };
    const some = (count: number) => Array.from({ length: count }, () => ` ${pick(WORDS)}`).join("");
    const one = (at: number) => {
      const program = pick(PROGRAMS);
      return program.startsWith("npm") ? program : `${program}${some(program === "cd" ? 1 : at % 4)}`;
    };
    const lines = Array.from({ length: 4000 }, (_, at) =>
      [one(at), ...(at % 3 === 0 ? [pick(["&&", "|"]), one(at + 1)] : [])].join(" "),
    ).filter(plainlyReads);
    expect(lines.length).toBeGreaterThan(1000);
    // A program that is not known to only read may write to a file that it names: guards of effects do not judge that.
    const more = lines.filter((line) =>
      analyseCommand(line, WHERE).effects.some(
        ({ kind, severity }) => kind !== "read" && (kind !== "write" || severity !== "ordinary"),
      ),
    );
    expect(more).toEqual([]);
  });

  it.each(OTHER)("T8 %s: is left to the analysis", (command) => {
    expect(plainlyReads(command)).toBe(false);
  });
});
