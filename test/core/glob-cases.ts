/** What globs mean, shared by the tests of the compiler and of everything that takes a glob. */
export interface GlobCase {
  readonly glob: string;
  readonly fits: readonly string[];
  readonly not: readonly string[];
}

const row = (glob: string, fits: string, not: string): GlobCase => ({
  glob,
  fits: fits.split(" "),
  not: not.split(" "),
});

/** Paths: hook matchers and the options of built-in hooks. */
export const PATH_CASES: readonly GlobCase[] = [
  row("*.ts", "a.ts b/c.ts .ts", "a.tsx a.ts/b"),
  row("src/*.ts", "src/a.ts", "src/a/b.ts x/src/a.ts"),
  row("src/**", "src/a src/a/b src", "a/src/b srcs srcs/a"),
  row("src/**/*.ts", "src/a/b.ts src/b.ts src/a/b/c.ts", "xsrc/a.ts src/a.ts.bak"),
  row("**/a", "a b/a b/c/a", "ba b/ca"),
  row("**", "a any/thing", ""),
  row("a/**/b", "a/b a/x/b a/x/y/b", "ab a/xb"),
  row("**/test/**", "a/test/b/c test/a a/test", "a/tests/b"),
  row("a**b", "ab axb a/x/b", "a b"),
  row("a*b*c", "aXbYc x/abc", "aXbY ab/c"),
  row("a?c", "abc", "ac a/c abbc"),
  row("a/?.ts", "a/b.ts a/😀.ts", "a/bb.ts a/.ts"),
  row("./docs/*", "docs/a", "docs docs/a/b x/docs/a"),
  row("./a", "a", "b/a"),
  row("*.{ts,js}", "a.ts b.js", "a.jsx a.ts,js"),
  row("src/*.{ts,tsx}", "src/a.tsx", "src/a.js a.ts"),
  row("{a,b{c,d}}", "a bc bd", "b c ac"),
  row("{src/a,*.md}", "src/a a.md docs/a.md", "a x/src/a docs/a.mdx"),
  row("{src/**,b}/c", "src/x/c b/c src/c", "c x/b/c src"),
  row("{src/**,b}", "src src/a b x/b", "x/src srca"),
  row(`{${Array.from({ length: 40 }, (_, at) => `n${at}`).join(",")}}`, "n0 n39", "n40"),
  row("a,b", "a,b", "a b"),
  row("{a,b},c", "a,c b,c", "a b c"),
  row("a}", "a}", "a"),
  row("{a}}", "a}", "a {a}}"),
  row("a{b", "a{b", "ab"),
  row("src/{a,b", "src/{a,b", "src/a"),
  row("{a,b{c}", "a bc", "b{c c"),
  row("[ab]c", "ac bc", "c abc"),
  row("[a-c]", "a b c", "d -"),
  row("[a-]", "a -", "b"),
  row("[!a]", "b !", "a"),
  row("[^a]", "b ^", "a"),
  row("x[!a]y", "xby", "xay x/y"),
  row("[]a]", "] a", "b []a]"),
  row("[!]]", "a", "]"),
  row("[a^]", "a ^", "b"),
  row("a[b", "a[b", "ab"),
  row("a.b", "a.b", "axb"),
  row("a+(b)$", "a+(b)$", "aab"),
  row("\\a", "\\a", "a"),
  row(".", ".", "src"),
];

/** Commands and tool names: `/` and line breaks are ordinary characters. */
export const WILDCARD_CASES: readonly GlobCase[] = [
  { glob: "git *x?", fits: ["git a/b\nxy", "git x/"], not: ["git x", "a git xy", "git xyz"] },
  row("*Edit", "Edit MultiEdit a/Edit", "Edits"),
  row("{*Edit,Write}", "MultiEdit Write", "Read {*Edit,Write}"),
  row("src/**", "src/a src/a/b src/", "src a/src/b"),
  row("src/**/a", "src/a src/b/c/a", "src/ba"),
  row("[!a]x", "/x bx", "ax x"),
  row("delete-*-now", "delete-a-now delete--now", "delete-now delete-a-now-not"),
  row("a", "a", "b/a A"),
];

/** As a shell reads them. */
export const SHELL_CASES: readonly GlobCase[] = [
  row("/bin/r?", "/bin/rm", "/bin/r /bin/rmx"),
  row("*/", "a/ a/b/ /", "a"),
  row("**/x", "a/x /x a/b/x", "x"),
  row("[r]m", "rm", "m"),
  row("[!a-q]m", "rm /m", "am qm"),
  row("[z-a]", "", "a z -"),
  row("{a,b}", "{a,b}", "a b"),
  row("\\*", "*", "a \\*"),
  row("a\\", "", "a a\\"),
  row("[ab", "[ab", "a"),
];
