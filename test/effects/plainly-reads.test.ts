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
  "echo 'all tests passed (12)'",
  'grep -rn "import x" src/app | head -20',
  "grep -rnE 'foo|bar' src --include='*.ts' 2>/dev/null",
  "rg -n TODO src && ls src 2>&1",
  "find . -name '*.ts' -type f | wc -l",
  "sed -n '1,200p' src/index.ts",
  "sed -n 40,60p a.ts b.ts",
  "git log --oneline --since='2 days ago' -- src",
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
  "cat 'a$b'",
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
  "find . -delete",
  "find . -exec rm x",
  "find . '-delete'",
  "find . -fprint x",
  "rg --pre ./x y",
  "grep -f x y",
  "grep -rf x y",
  "grep x 'a\\' y",
  'grep "$HOME" x',
  'echo "`rm x`"',
  "sed -n 1,5p -i x",
  "sed -n 1,5w x",
  "sed -i 1,5p x",
  "git diff '--output=x'",
  "git diff --output='x'",
  "ls 2>x",
  "ls 2>/dev/null rm",
  "echo 'a'b'c",
  "cat '/dev/zero'",
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
      "grep x",
      "egrep -rn",
      "rg",
      "find",
      "sed -n 1,5p",
      "npm test",
      "npm run build:web",
      "npm run test:e2e",
      "npm run ci",
    );
const WORDS =
  "'a b' '/etc/shadow' '*.ts' --include='*.env' 2>/dev/null -x -rf -o --output=x -c /dev/sda /dev/zero /etc/shadow .env a.txt /proc/self/environ 99999999999 / .. @x HEAD --force prod".match(
    /(?:[^\s']|'[^']*')+/g,
  )!;

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
    // A program that is not known to only read may write to a file that it names: no guard judges that.
    const more = lines.filter((line) =>
      analyseCommand(line, WHERE).effects.some(
        ({ kind, severity, certainty }) =>
          kind !== "read" && (kind !== "write" || severity !== "ordinary" || certainty !== "unknown"),
      ),
    );
    expect(more).toEqual([]);
  });

  it.each(OTHER)("T8 %s: is left to the analysis", (command) => {
    expect(plainlyReads(command)).toBe(false);
  });
});
