/** Ways to write a command line differently without changing what it does. */

export interface Rewrite {
  readonly name: string;
  /** `words`: of one program without quotes or patterns. `line`: of any line. `hidden`: what it does can no longer be told. */
  readonly takes: "words" | "line";
  readonly hidden?: true;
  write(command: string, pick: (most: number) => number): string;
}

const first = (command: string) => command.split(" ", 1)[0]!;
const rest = (command: string) => command.slice(first(command).length);
const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
/** With a last word that stands nowhere in it: one within another would end both. */
const hereDocument = (reader: (end: string) => string, text: string) => {
  let end = "EOF";
  while (text.includes(end)) end += "F";
  return `${reader(end)}\n${text}\n${end}`;
};
const base64 = (text: string) => Buffer.from(text).toString("base64");
const hex = (text: string) => Buffer.from(text).toString("hex");
const escapes = (text: string) =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
const octal = (text: string) => [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
const wrap = (name: string, before: string): Rewrite => ({
  name,
  takes: "words",
  write: (command) => `${before} ${command}`,
});
const around = (name: string, before: string, after: string): Rewrite => ({
  name,
  takes: "line",
  write: (command) => `${before}${command}${after}`,
});

export const REWRITES: readonly Rewrite[] = [
  { name: "name in single quotes", takes: "words", write: (c) => `'${first(c)}'${rest(c)}` },
  { name: "name in double quotes", takes: "words", write: (c) => `"${first(c)}"${rest(c)}` },
  {
    name: "empty quotes within the name",
    takes: "words",
    write: (c, pick) => {
      const at = 1 + pick(Math.max(1, first(c).length - 1));
      return `${c.slice(0, at)}${pick(2) === 0 ? "''" : '""'}${c.slice(at)}`;
    },
  },
  { name: "every word in quotes", takes: "words", write: (c) => c.split(" ").map(single).join(" ") },
  { name: "backslash before the name", takes: "words", write: (c) => `\\${c}` },
  {
    name: "backslashes within words",
    takes: "words",
    write: (c) => c.replace(/([a-z])(?=[a-z])/g, "$1\\"),
  },
  { name: "name as ANSI-C text", takes: "words", write: (c) => `$'${escapes(first(c))}'${rest(c)}` },
  {
    name: "every word as ANSI-C text",
    takes: "words",
    write: (c) =>
      c
        .split(" ")
        .map((word) => `$'${octal(word)}'`)
        .join(" "),
  },
  { name: "IFS for blanks", takes: "words", write: (c) => c.replaceAll(" ", "${IFS}") },
  { name: "own IFS", takes: "words", write: (c) => `IFS=%; x=${c.replaceAll(" ", "%")}; $x` },
  {
    name: "braces",
    takes: "words",
    write: (c) => (c.includes(" ") && !/[,{}]/.test(c) ? `{${c.replaceAll(" ", ",")}}` : `{${c},}`),
  },
  { name: "name in a variable", takes: "words", write: (c) => `x=${first(c)}; $x${rest(c)}` },
  { name: "line in a variable", takes: "words", write: (c) => `cmd="${c}"; $cmd` },
  {
    name: "name in two variables",
    takes: "words",
    write: (c) => `a=${c.slice(0, 1)}; b=${first(c).slice(1)}; $a$b${rest(c)}`,
  },
  {
    name: "last word in a variable",
    takes: "words",
    write: (c) => `t=${c.split(" ").at(-1)!}; ${c.replace(/ \S+$/, () => ` "$t"`)}`,
  },
  { name: "default of a variable", takes: "words", write: (c) => `\${nothing:-${first(c)}}${rest(c)}` },
  { name: "array", takes: "words", write: (c) => `a=(${c}); "\${a[@]}"` },
  { name: "arguments of the shell", takes: "words", write: (c) => `set -- ${c}; "$@"` },
  { name: "indirect variable", takes: "words", write: (c) => `x=${first(c)}; y=x; \${!y}${rest(c)}` },
  { name: "cut out of a variable", takes: "words", write: (c) => `x=zz${first(c)}; \${x:2}${rest(c)}` },
  {
    name: "replaced within a variable",
    takes: "words",
    write: (c) => `x=${first(c).replace(/^(.)/, "$1Q")}; \${x/Q/}${rest(c)}`,
  },
  { name: "exported variable", takes: "words", write: (c) => `export x=${first(c)}; $x${rest(c)}` },
  { name: "read from a here-string", takes: "words", write: (c) => `read -r x <<< "${first(c)}"; $x${rest(c)}` },
  { name: "printf into a variable", takes: "words", write: (c) => `printf -v x %s ${first(c)}; $x${rest(c)}` },
  { name: "substitution of the name", takes: "words", write: (c) => `$(echo ${first(c)})${rest(c)}` },
  { name: "backticks of the name", takes: "words", write: (c) => `\`printf ${first(c)}\`${rest(c)}` },
  { name: "substitution of the line", takes: "words", write: (c) => `$(echo ${c})` },
  {
    name: "reversed name",
    takes: "words",
    write: (c) => `$(echo ${[...first(c)].reverse().join("")} | rev)${rest(c)}`,
  },
  { name: "found by command -v", takes: "words", write: (c) => `$(command -v ${first(c)})${rest(c)}` },
  { name: "found by which", takes: "words", write: (c) => `"$(which ${first(c)})"${rest(c)}` },
  {
    name: "full path",
    takes: "words",
    write: (c, pick) => `${["/bin/", "/usr/bin/", "/usr/local/bin/", "/sbin/"][pick(4)]}${c}`,
  },
  { name: "function", takes: "line", write: (c) => `f() { ${c}\n}; f` },
  { name: "function with arguments", takes: "words", write: (c) => `run() { "$@"; }; run ${c}` },
  { name: "function keyword", takes: "line", write: (c) => `function go { ${c}\n}; go` },
  { name: "alias", takes: "words", write: (c) => `alias zz='${c}'\nzz` },
  {
    name: "alias of the name",
    takes: "words",
    write: (c) => `shopt -s expand_aliases; alias zz=${first(c)}\nzz${rest(c)}`,
  },
  around("subshell", "( ", "\n)"),
  around("group", "{ ", "\n}"),
  around("nested groups", "{ ( { ", "\n}\n)\n}"),
  around("if true", "if true; then ", "\nfi"),
  around("else", "if false; then :; else ", "\nfi"),
  around("for once", "for i in 1; do ", "\ndone"),
  around("while with break", "while true; do ", "\nbreak; done"),
  around("until", "until false; do ", "\nbreak; done"),
  around("case", "case x in x) ", "\n;; esac"),
  around("and after true", "true && ", ""),
  around("or after false", "false || ", ""),
  around("after another", "echo start; ", ""),
  around("on the next line", "echo start\n", "\n"),
  around("before another", "", "\necho done"),
  around("background", "{ ", "\n} &"),
  around("negated", "! ", ""),
  around("timed", "time ", ""),
  around("comment behind", "", " # harmless"),
  around("comment before", "# only a test\n", ""),
  around("trailing semicolon", "{ ", "\n} ;"),
  around("blanks around", "  \t ", "   "),
  around("coproc", "coproc { ", "\n}"),
  around("trap", "trap '", "' EXIT"),
  { name: "continued line", takes: "words", write: (c) => c.replaceAll(" ", " \\\n  ") },
  { name: "continued within the name", takes: "words", write: (c) => `${c.slice(0, 1)}\\\n${c.slice(1)}` },
  { name: "redirection in front", takes: "words", write: (c) => `2>/dev/null ${c}` },
  { name: "redirection behind", takes: "words", write: (c) => `${c} > /dev/null 2>&1` },
  { name: "variable in front", takes: "words", write: (c) => `LANG=C ${c}` },
  { name: "output piped away", takes: "line", write: (c) => `{ ${c}\n} | cat` },
  { name: "input piped in", takes: "words", write: (c) => `yes | ${c}` },
  {
    name: "pipe into xargs",
    takes: "words",
    write: (c) => (c.includes(" ") ? `printf '%s\\n' ${rest(c).trim()} | xargs ${first(c)}` : `echo | xargs ${c}`),
  },
  { name: "pipe into xargs sh", takes: "words", write: (c) => `echo '${c}' | xargs -I{} sh -c '{}'` },
  { name: "find -exec", takes: "words", write: (c) => `find . -maxdepth 0 -exec ${c} \\;` },
  { name: "eval", takes: "line", write: (c) => `eval ${single(c)}` },
  { name: "eval of words", takes: "words", write: (c) => `eval ${c}` },
  { name: "sh -c", takes: "line", write: (c) => `sh -c ${single(c)}` },
  { name: "bash -lc", takes: "line", write: (c) => `bash -lc ${single(c)}` },
  { name: "sh -c with arguments", takes: "words", write: (c) => `sh -c '"$@"' sh ${c}` },
  { name: "nested sh -c", takes: "line", write: (c) => `bash -c ${single(`sh -c ${single(c)}`)}` },
  { name: "zsh -c", takes: "line", write: (c) => `zsh -c ${single(c)}` },
  { name: "here-document to a shell", takes: "line", write: (c) => hereDocument((end) => `bash <<'${end}'`, c) },
  { name: "here-document without quotes", takes: "words", write: (c) => hereDocument((end) => `sh <<${end}`, c) },
  { name: "here-string to a shell", takes: "line", write: (c) => `bash <<< ${single(c)}` },
  { name: "echo into a shell", takes: "line", write: (c) => `echo ${single(c)} | sh` },
  { name: "printf into a shell", takes: "line", write: (c) => `printf '%s\\n' ${single(c)} | bash -s` },
  { name: "printf of escapes into a shell", takes: "line", write: (c) => `printf '${escapes(c)}' | sh` },
  {
    name: "cat of a here-document into a shell",
    takes: "line",
    write: (c) => hereDocument((end) => `cat <<'${end}' | sh`, c),
  },
  { name: "base64 into a shell", takes: "line", write: (c) => `echo ${base64(c)} | base64 -d | sh` },
  { name: "base64 of a here-string", takes: "line", write: (c) => `base64 --decode <<< ${base64(c)} | bash` },
  { name: "base64 in eval", takes: "line", write: (c) => `eval "$(echo ${base64(c)} | base64 -d)"` },
  { name: "base64 in sh -c", takes: "line", write: (c) => `bash -c "$(base64 -d <<< ${base64(c)})"` },
  { name: "hex into a shell", takes: "line", write: (c) => `echo ${hex(c)} | xxd -r -p | sh` },
  {
    name: "tr into a shell",
    takes: "words",
    write: (c) =>
      `echo '${c.replace(/[a-z]/g, (x) => String.fromCharCode(((x.charCodeAt(0) - 97 + 13) % 26) + 97))}' | tr 'a-z' 'n-za-m' | sh`,
  },
  {
    name: "rev into a shell",
    takes: "line",
    write: (c) =>
      `echo ${single(
        c
          .split("\n")
          .map((line) => [...line].reverse().join(""))
          .join("\n"),
      )} | rev | sh`,
  },
  { name: "source of a process substitution", takes: "line", write: (c) => `source <(echo ${single(c)})` },
  { name: "shell of a process substitution", takes: "line", write: (c) => `bash <(printf '%s' ${single(c)})` },
  { name: "standard input as a file", takes: "line", write: (c) => `echo ${single(c)} | . /dev/stdin` },
  {
    name: "script written and run",
    takes: "line",
    write: (c) => `${hereDocument((end) => `cat > run.sh <<'${end}'`, c)}\nbash run.sh`,
  },
  { name: "script written and started", takes: "line", write: (c) => `echo ${single(c)} > go; chmod +x go; ./go` },
  { name: "substitution in a word", takes: "line", write: (c) => `echo "$( ${c}\n)"` },
  { name: "substitution in an assignment", takes: "line", write: (c) => `x=$( ${c}\n)` },
  {
    name: "substitution in a here-document",
    takes: "line",
    write: (c) => hereDocument((end) => `cat <<${end}`, `$( ${c}\n)`),
  },
  { name: "process substitution", takes: "line", write: (c) => `cat <( ${c}\n)` },
  { name: "output into a process substitution", takes: "line", write: (c) => `echo x > >( ${c}\n)` },
  { name: "arithmetic", takes: "line", write: (c) => `echo $((0 + $( ${c}\n)))` },
  { name: "test", takes: "line", write: (c) => `[[ -n $( ${c}\n) ]] && echo yes` },
  { name: "git alias", takes: "line", write: (c) => `git -c alias.zz=${single(`!${c}`)} zz` },
  { name: "awk", takes: "words", write: (c) => `awk 'BEGIN { system("${c}") }'` },
  { name: "in another folder", takes: "line", write: (c) => `pushd . && { ${c}\n}` },
  wrap("sudo", "sudo"),
  wrap("sudo with options", "sudo -n -u root --"),
  wrap("doas", "doas"),
  wrap("env", "env"),
  wrap("env with options", "env -i -u HOME A=1"),
  wrap("nohup", "nohup"),
  wrap("setsid", "setsid -f"),
  wrap("nice", "nice -n 10"),
  wrap("ionice", "ionice -c 3"),
  wrap("timeout", "timeout -k 5 -s KILL 30"),
  wrap("stdbuf", "stdbuf -oL"),
  wrap("command", "command"),
  wrap("builtin command", "builtin command"),
  wrap("exec", "exec"),
  wrap("busybox", "busybox"),
  wrap("strace", "strace -f -o /tmp/log"),
  wrap("flock", "flock /tmp/lock"),
  wrap("taskset", "taskset -c 0"),
  wrap("unshare", "unshare -r"),
  wrap("chrt", "chrt 1"),
  wrap("several wrappers", "sudo -E env A=1 nohup nice timeout 5"),
  wrap("unknown variable in front", "$SUDO"),
  { name: "env -S", takes: "words", write: (c) => `env -S '${c}'` },
  { name: "su -c", takes: "line", write: (c) => `su root -c ${single(c)}` },
  { name: "watch", takes: "words", write: (c) => `watch -n 1 '${c}'` },
  { name: "script -c", takes: "line", write: (c) => `script -q -c ${single(c)} /dev/null` },
  { name: "parallel", takes: "words", write: (c) => `parallel ::: '${c}'` },
  { name: "tmux", takes: "line", write: (c) => `tmux new-session -d ${single(c)}` },
  { name: "at", takes: "line", write: (c) => `echo ${single(c)} | at now` },
  { name: "nothing can be known", takes: "line", hidden: true, write: (c) => `X=$(decrypt ${base64(c)}); eval "$X"` },
  {
    name: "decoded by a program",
    takes: "line",
    hidden: true,
    write: (c) => `echo ${base64(c)} | base64 -d | gunzip | sh`,
  },
];
