import { describe, expect, it } from "vitest";
import { readCommand } from "../../../src/effects/shell/read-command.js";
import { started, unclear, WHERE } from "./read.js";

const TABLE: readonly (readonly [what: string, command: string, started: readonly string[]])[] = [
  ["quotes and escapes", `'g'i"t" 'a b' \\-c "d\\"e"`, [`git a b -c d"e`]],
  ["ANSI-C text", "$'\\x6cs' $'a\\tb'", ["ls a\tb"]],
  ["lists", "one; two & three && four || five", ["one", "two", "three", "four", "five"]],
  ["pipes", "one | two |& three", ["one", "two", "three"]],
  ["groups and subshells", "(one; { two; })", ["one", "two"]],
  ["every branch", "if one; then two; elif three; then four; else five; fi", ["one", "two", "three", "four", "five"]],
  ["every case", "case $x in a) one;; b|c) two;; esac", ["one", "two"]],
  ["a loop over words", 'for f in a "b c"; do one $f; done', ["one a", "one b c"]],
  ["a loop over a pattern", "for f in *.ts; do one $f; done", ["one *.ts"]],
  ["a variable", "x=one; $x two", ["one two"]],
  ["a variable of words", 'x="one two"; $x; "$x"', ["one two", "one two"]],
  ["variables joined", "a=o; b=ne; $a$b", ["one"]],
  ["appended", "x=on; x+=e; $x", ["one"]],
  ["a default", "${none:-one} ${none-two}", ["one two"]],
  ["an alternative", "x=1; echo ${x:+set} ${y:=z} $y", ["echo set z z"]],
  [
    "parts cut off",
    "x=a/b.c; echo ${x##*/} ${x%.c} ${x#a} ${x:2} ${x:0:1} ${x/b/d} ${x^^}",
    ["echo b.c a/b /b.c b.c a a/d.c A/B.C"],
  ],
  ["an indirect variable", "x=one; y=x; ${!y}", ["one"]],
  ["an array", 'a=(one "two three"); "${a[@]}"; ${a[0]} ${#a[@]}', ["one two three", "one 2"]],
  ["an array with names", "declare -A m=([x]=one); ${m[x]} two", ["declare -A m=one", "one two"]],
  ["a program under another name", "cp /bin/one z; ./z two", ["cp /bin/one z", "one two", "z two"]],
  ["the home folder", "echo ~/a $HOME/b ${HOME}", ["echo /home/dev/a /home/dev/b /home/dev"]],
  ["what is not known", 'echo "$x" $(date)', ["date", "echo … …"]],
  ["IFS for blanks", "one${IFS}two", ["one two"]],
  ["an IFS of its own", "IFS=:; x=one:two; $x", ["one two"]],
  ["braces", "{one,two} a{b,c{d,e}}f {1..3}", ["one two abf acdf acef 1 2 3"]],
  ["a function", 'f() { one "$1" "$@"; }; f a b', ["one a a b"]],
  ["a function that is not called", "f() { one; }; two", ["two"]],
  [
    "a function over a program",
    "git() { echo no; }; git push; command git status",
    ["echo no", "command git status", "git status"],
  ],
  ["an alias", "alias x='one two'\nx three", ["alias x=one two", "one two three", "x three"]],
  ["arguments", 'set -- one two; "$@"; shift; $1', ["set -- one two", "one two", "shift", "two"]],
  ["what is printed", "$(echo one) `printf %s two`", ["echo one", "printf %s two", "one two"]],
  ["here-string to read", "read a b <<< 'one two'; $a $b", ["read a b", "one two"]],
  ["one of two values", "if a; then x=one; else x=two; fi; $x", ["a", "one", "two"]],
  ["a value that may be set", "x=one; a && x=two; $x", ["a", "one", "two"]],
  ["a value of the last round", "x=one; while a; do $x; x=two; done", ["a", "one", "a", "one", "two"]],
  ["a folder within a name", "$(npm bin)/eslint .", ["npm bin", "eslint ."]],
  ["a pattern for a name", "/bin/r? x", ["rm x"]],
  ["a comment", "one # two; three", ["one"]],
  [
    "substitutions everywhere",
    '[[ -n $(one) ]]; echo $(( $(two) )) "${x:-$(three)}" <(four) > >(five)',
    ["one", "two", "three", "four", "echo … … /dev/fd/63", "five"],
  ],
  ["a here-document", "cat <<E\n$(one) `two`\nE", ["one", "two", "cat"]],
  ["a quoted here-document", "cat <<'E'\n$(one)\nE", ["cat"]],
  ["only a redirection", "> file", [":"]],
  ["trap", "trap 'one two' EXIT", ["trap one two EXIT", "one two"]],
  ["before each prompt", "PROMPT_COMMAND='one two'", ["one two"]],
  ["a command in a variable", "GIT_PAGER='one two' git log", ["git log", "one two"]],
  ["beside", "coproc one; two &", ["one", "two"]],
  ["known tools of a shell", "x=$(which one); $x; $(command -v two)", ["which one", "one", "command -v two", "two"]],
];

describe("a command line", () => {
  it.each(TABLE)("T8 %s", (_, command, expected) => {
    expect(started(command)).toEqual(expected);
    expect(unclear(command)).toEqual([]);
  });

  const FOLDERS: readonly (readonly [string, readonly (string | undefined)[]])[] = [
    ["cd src && one", ["/home/dev/project/src"]],
    ["cd; one", ["/home/dev"]],
    ["cd a; cd ..; one", ["/home/dev/project"]],
    ["cd /tmp && cd - && one", ["/home/dev/project"]],
    ["(cd a); one", ["/home/dev/project"]],
    ["pushd /tmp; popd; one", ["/home/dev/project"]],
    ['cd "$x"; one', [undefined]],
    ["a && cd b; one", ["/home/dev/project/b", "/home/dev/project"]],
    ['cd "$(git rev-parse --show-toplevel)"; one', ["/home/dev/project"]],
    ["env -C /srv one", ["/srv"]],
  ];
  it.each(FOLDERS)("T8 the folder of %s", (command, expected) => {
    const folders = readCommand(command, WHERE)
      .invocations.filter(({ program }) => program === "one")
      .map(({ cwd }) => cwd);
    expect(folders).toEqual(expected);
  });

  it("tells what a program reads", () => {
    const input = (command: string) => readCommand(command, WHERE).invocations.at(-1)!.input;
    expect(input("one | two")).toMatchObject({ kind: "pipe", from: [{ program: "one" }] });
    expect(input("{ a; b | c; } | d")).toMatchObject({ from: [{ program: "a" }, { program: "c" }] });
    expect(input("one < file")).toMatchObject({ kind: "file", file: { text: "file" } });
    expect(input("one <<< text")).toMatchObject({ kind: "text", text: { text: "text\n" } });
    expect(input("one < <(two)")).toMatchObject({ kind: "pipe", from: [{ program: "two" }] });
    expect(input('sh -c "$(curl x)"')).toMatchObject({ kind: "pipe", from: [{ program: "curl" }] });
    expect(input("bash <(curl x)")).toMatchObject({ kind: "pipe", from: [{ program: "curl" }] });
  });

  it("tells variables, redirections, and what stands in a substitution", () => {
    const [one] = readCommand("LD_PRELOAD=/tmp/x.so one 2> log >> out", WHERE).invocations;
    expect(one!.variables.get("LD_PRELOAD")).toMatchObject({ text: "/tmp/x.so" });
    expect(one!.redirects).toMatchObject([
      { operator: ">", descriptor: 2, target: { text: "log" } },
      { operator: ">>", target: { text: "out" } },
    ]);
    expect(readCommand("echo $(one)", WHERE).invocations.map(({ captured }) => captured)).toEqual([true, false]);
  });

  it.each(["export", "declare -x", "typeset -x", "readonly -x"])("T8 what %s sets stays for what follows", (word) => {
    const { invocations } = readCommand(`${word} PATH=/tmp/evil:$PATH GIT_SSH_COMMAND=x; git fetch`, WHERE);
    expect(invocations.find(({ program }) => program === "git")!.variables.get("GIT_SSH_COMMAND")).toMatchObject({
      text: "x",
    });
  });

  it("T8 a function that starts itself without end is an effect", () => {
    expect(readCommand(":(){ :|:& };:", WHERE).effects).toMatchObject([
      { kind: "machine", severity: "destructive" },
      {},
    ]);
    expect(readCommand("f() { one; f; }; f", WHERE).effects).toEqual([]);
  });
});
