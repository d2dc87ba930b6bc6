/** Command lines for a real bash, of programs that do nothing. They name no path outside of their own folder. */
import type { Random } from "../../fuzz/random.js";

/** Stand in the folder that is the whole PATH. */
export const STUBS = ["alpha", "beta", "gamma", "delta", "build-it", "x1"] as const;
/** Real ones, started by a script that writes their name down first. */
export const REAL = [
  "env",
  "xargs",
  "timeout",
  "nohup",
  "nice",
  "setsid",
  "stdbuf",
  "find",
  "base64",
  "tr",
  "rev",
  "cat",
  "head",
  "sh",
  "bash",
  "dash",
  "awk",
  "sed",
  "basename",
] as const;

const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export function generate(random: Random): string {
  return line(random, 3);
}

type Make = (random: Random, depth: number) => string;

function line(random: Random, depth: number): string {
  if (depth <= 0) return simple(random);
  return random.pick(FORMS)(random, depth - 1);
}

/** A program by its name, written in one of many ways. */
function simple(random: Random): string {
  const stub = random.pick(STUBS);
  return `${prefix(random)}${named(random, stub)}${args(random)}${random.chance(0.1) ? " > out" : ""}`;
}

function prefix(random: Random): string {
  return random.pick(["", "", "", "", "A=1 ", "2>/dev/null ", "! ", "command ", "exec ", "builtin eval "]);
}

function named(random: Random, stub: string): string {
  const at = 1 + random.int(stub.length - 1);
  const [front, back] = [stub.slice(0, at), stub.slice(at)];
  return random.pick([
    stub,
    stub,
    `'${stub}'`,
    `"${stub}"`,
    `\\${stub}`,
    `${front}""${back}`,
    `${front}\\\n${back}`,
    `$'${[...stub].map((char) => `\\x${char.charCodeAt(0).toString(16)}`).join("")}'`,
    `$(echo ${stub})`,
    `\`printf %s ${stub}\``,
    `\${none:-${stub}}`,
    `\${none-${front}}${back}`,
    `${front}$none${back}`,
    `${front}$@${back}`,
    `{${stub},one}`,
    `${front}{${back},zz}`,
    `$(printf '${front}%s' ${back})`,
    `$(rev <<< ${[...stub].reverse().join("")})`,
    `$(tr A-Z a-z <<< ${stub.toUpperCase()})`,
    `$(basename x/${stub})`,
  ]);
}

function args(random: Random): string {
  return random.pick([
    "",
    "",
    " -a",
    " 'b c'",
    ' "$none"',
    " *",
    " $((1+2))",
    ` $(${random.pick(STUBS)})`,
    " <<< text",
    " {1..3}",
    " ~",
  ]);
}

const FORMS: readonly Make[] = [
  (random) => simple(random),
  (random, depth) => `${line(random, depth)}; ${line(random, depth)}`,
  (random, depth) => `${line(random, depth)}\n${line(random, depth)}`,
  (random, depth) => `${group(random, depth)} && ${group(random, depth)}`,
  (random, depth) => `${group(random, depth)} || ${group(random, depth)}`,
  (random, depth) => `${group(random, depth)} | ${group(random, depth)}`,
  (random, depth) => group(random, depth),
  (random, depth) => `( ${line(random, depth)}\n)`,
  (random, depth) => `if ${group(random, depth)}; then ${line(random, depth)}\nelse ${line(random, depth)}\nfi`,
  (random, depth) => `for v in ${random.pick(STUBS)} ${random.pick(STUBS)}; do $v; ${line(random, depth)}\ndone`,
  (random, depth) => `for v in {1..3}; do ${line(random, depth)}\ndone`,
  (random, depth) => `n=0; while [ $n -lt 2 ]; do n=$((n+1)); ${line(random, depth)}\ndone`,
  (random, depth) =>
    `case ${random.pick(["a", "b"])} in a) ${line(random, depth)}\n;; *) ${line(random, depth)}\n;; esac`,
  (random, depth) => `f() { ${line(random, depth)}\n}; f`,
  (random) => `f() { "$@"; }; f ${random.pick(STUBS)} one`,
  (random) => `f() { $1; shift; "$1"; }; f ${random.pick(STUBS)} ${random.pick(STUBS)}`,
  (random) => `v=${random.pick(STUBS)}; $v one`,
  (random) => `v=${random.pick(STUBS)}; w=$v; "$w"`,
  (random) => `v='${random.pick(STUBS)} one'; $v`,
  (random) => `a=(${random.pick(STUBS)} ${random.pick(STUBS)}); "\${a[1]}" "\${a[@]}"`,
  (random) => `v=${random.pick(STUBS)}; ${random.pick(["true", "false"])} && v=${random.pick(STUBS)}; $v`,
  (random) =>
    `if ${random.pick(["true", "false"])}; then v=${random.pick(STUBS)}; else v=${random.pick(STUBS)}; fi; $v`,
  (random) => `v=xx${random.pick(STUBS)}yy; v=\${v#xx}; \${v%yy}`,
  (random) => `v=${random.pick(STUBS)}; n=v; \${!n}`,
  (random) => `IFS=,; v=${random.pick(STUBS)},one; $v`,
  (random) => `read v w <<< '${random.pick(STUBS)} ${random.pick(STUBS)}'; $v; $w`,
  (random) => `echo ${random.pick(STUBS)} | while read v; do $v; done`,
  (random) => `set -- ${random.pick(STUBS)} ${random.pick(STUBS)}; $1; shift; "$@"`,
  (random) => `shopt -s expand_aliases\nalias go=${random.pick(STUBS)}\ngo one`,
  (random, depth) => `eval ${single(line(random, depth))}`,
  (random, depth) => `${random.pick(["sh", "bash", "dash"])} -c ${single(plain(random, depth))}`,
  (random) => `bash -c '$0; "$@"' ${random.pick(STUBS)} ${random.pick(STUBS)}`,
  (random, depth) => `bash <<'END'\n${line(random, depth)}\nEND`,
  (random) => `sh <<END\n${random.pick(STUBS)} $(${random.pick(STUBS)})\nEND`,
  (random, depth) => `bash <<< ${single(line(random, depth))}`,
  (random, depth) => `echo ${single(plain(random, depth))} | sh`,
  (random, depth) => `echo ${Buffer.from(line(random, depth)).toString("base64")} | base64 -d | bash`,
  (random, depth) => `source <(echo ${single(line(random, depth))})`,
  (random, depth) => `cat > script <<'END'\n${line(random, depth)}\nEND\nbash script`,
  (random) => `env A=1 ${random.pick(STUBS)}`,
  (random) => `env -i PATH="$PATH" ${random.pick(STUBS)}`,
  (random) => `env -S '${random.pick(STUBS)} one'`,
  (random) => `timeout 5 nice -n 1 nohup ${random.pick(STUBS)}`,
  (random) => `setsid -w stdbuf -oL ${random.pick(STUBS)}`,
  (random) => `echo one | xargs ${random.pick(STUBS)}`,
  (random) => `echo ${random.pick(STUBS)} | xargs -I{} sh -c {}`,
  (random) => `echo ${random.pick(STUBS)} | xargs env`,
  (random) => `find . -maxdepth 0 -exec ${random.pick(STUBS)} {} \\;`,
  (random) => `awk 'BEGIN { system("${random.pick(STUBS)} one") }'`,
  (random) => `sed '1e ${random.pick(STUBS)}' <<< one`,
  (random, depth) => `trap ${single(line(random, depth))} EXIT`,
  (random) => `echo "$(${random.pick(STUBS)})" '$(not-run)'`,
  (random) => `cat <(${random.pick(STUBS)}) > >(${random.pick(STUBS)})`,
  (random) => `cat <<END\n$(${random.pick(STUBS)}) \`${random.pick(STUBS)}\`\nEND`,
  (random) => `[[ -n $(${random.pick(STUBS)}) ]] ; (( 1 + $(${random.pick(STUBS)} ; echo 1) ))`,
  (random) => `v=$(${random.pick(STUBS)}; echo ${random.pick(STUBS)} | head -n1); $v`,
  (random) => `echo "\${none:-$(${random.pick(STUBS)})}" "\${none:+$(not-run)}"`,
  (random) => `PROMPT_COMMAND=${random.pick(STUBS)}; mapfile -c 1 -C ${random.pick(STUBS)} lines <<< one`,
  (random) => `{ ${random.pick(STUBS)} & } ; wait; coproc ${random.pick(STUBS)}; wait`,
  (random) => `printf -v v %s ${random.pick(STUBS)}; $v; hash -p ./none zz`,
];

function group(random: Random, depth: number): string {
  return `{ ${line(random, depth)}\n}`;
}

/** What every shell can read. */
function plain(random: Random, depth: number): string {
  const stub = () => random.pick(STUBS);
  return depth <= 0
    ? stub()
    : random.pick([
        `${stub()}; ${stub()}`,
        `v=${stub()}; $v`,
        `if true; then ${stub()}; fi`,
        `${stub()} | ${stub()}`,
        `(${stub()})`,
      ]);
}
