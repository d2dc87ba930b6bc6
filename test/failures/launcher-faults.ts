/** Everything between the agent and a guard that can be broken: what is done to an installation before a call. */
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** One installation whose launcher is about to be called. */
export interface Broken {
  readonly root: string;
  readonly data: string;
  /** Of the copy that the launcher runs. */
  readonly program: string;
  /** Replaces in the text of the launcher; throws if there is nothing to replace. */
  edit(find: string | RegExp, replace: string): void;
  /** An executable file. Returns its path. */
  script(name: string, text: string): string;
}

export interface Fault {
  readonly breaks?: (place: Broken) => void;
  readonly env?: (place: Broken) => Readonly<Record<string, string>>;
  /** Words before the launcher: what starts it. */
  readonly before?: readonly string[];
  /** A socket that the daemon would listen on is there, so that Perl is started. */
  readonly socket?: "silent" | "closing" | "garbage" | "dead";
  /** The shell is bash. */
  readonly bash?: true;
  /** What is certain of the answer: a guard's own denial, ours, or either. */
  readonly answer?: "guard" | "prepared";
  /** stdout is closed, so that only the exit code can block. */
  readonly byExitCode?: true;
  /** The one defence that holds it: see `launcher-faults.defences.ts`. */
  readonly defence?: string;
}

const NODE = new RegExp(`'${process.execPath}'`);
const HALF_ANSWER = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDeci`;
const WRONG_ANSWER = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`;

/** A Node that does this instead; it is called as: node program hook how --answer-on=5 --proof=TOKEN agent event. */
const node = (text: string, more: Partial<Fault> = {}): Fault => ({
  breaks: (place) => place.edit(NODE, `'${place.script("node-fake", `#!/bin/sh\n${text}\n`)}'`),
  answer: "prepared",
  ...more,
});
/** The real one, and then this. */
const realNode = (then: string): Fault => node(`"${process.execPath}" "$@"\n${then}`, { answer: "guard" });
const perl = (text: string): Fault => ({
  breaks: (place) => place.edit(/'\/usr\/bin\/perl'/g, `'${place.script("perl", `#!/bin/sh\n${text}\n`)}'`),
  socket: "silent",
  answer: "prepared",
});
const program = (damage: (path: string) => void): Fault => ({
  breaks: (place) => damage(place.program),
  answer: "prepared",
});
const programText = (text: string): Fault => program((path) => replaceFile(path, text));
const client = (damage: (path: string) => void, more: Partial<Fault> = {}): Fault => ({
  breaks: (place) => damage(join(place.data, "launch.pl")),
  socket: "silent",
  ...more,
});
const held = (defence: string, fault: Fault): Fault => ({ ...fault, defence });
const env = (values: Readonly<Record<string, string>>): Fault => ({ env: () => values, answer: "guard" });
const envWithPerl = (values: Readonly<Record<string, string>>): Fault => ({ ...env(values), socket: "dead" });
const bashEnv = (values: Readonly<Record<string, string>>): Fault => ({ ...env(values), bash: true });
const started = (...before: string[]): Fault => ({ before, answer: "guard" });
const inShell = (text: string) => started("sh", "-c", `${text}; exec "$0" "$@"`);
/** By Python: what Perl starts has no signal blocked. So has Node, which resets them itself. */
const blocking = (signals: string) =>
  started(
    "python3",
    "-c",
    `import os, signal, sys
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_BLOCK, ${signals})
os.execvp(sys.argv[1], sys.argv[1:])`,
  );
const inPerl = (text: string) => started("perl", "-MPOSIX", "-e", `${text}; exec @ARGV`);

/** The copy is linked from the prepared one: it must not be written through the link. */
function replaceFile(path: string, text: string | Uint8Array): void {
  rmSync(path, { recursive: true });
  writeFileSync(path, text);
}

const SIGNALS = ["KILL", "TERM", "SEGV", "ABRT", "PIPE", "HUP"];
const CODES = [0, 1, 2, 3, 70, 126, 127, 130, 143, 255];

export const FAULTS: Readonly<Record<string, Fault>> = {
  ...Object.fromEntries(CODES.map((code) => [`Node ends with ${code} and says nothing`, node(`exit ${code}`)])),
  ...Object.fromEntries(SIGNALS.map((name) => [`Node ends by SIG${name}`, node(`kill -${name} $$`)])),
  ...Object.fromEntries(CODES.map((code) => [`Node answers and ends with ${code}`, realNode(`exit ${code}`)])),
  ...Object.fromEntries(SIGNALS.map((name) => [`Node answers and ends by SIG${name}`, realNode(`kill -${name} $$`)])),
  "Node prints an answer without proof": node(`printf %s '${WRONG_ANSWER}' >&5`),
  "Node prints half an answer and is killed": node(`printf %s '${HALF_ANSWER}' >&5; kill -KILL $$`),
  "Node prints an answer with the proof of another call": node(
    `printf '%s\nsnaphook-answered 1 000' '${WRONG_ANSWER}' >&5`,
  ),
  "Node prints a proof without exit code": node(
    `for a; do case $a in --proof=*) printf '%s\nsnaphook-answered %s ' '${WRONG_ANSWER}' "\${a#*=}" >&5;; esac; done`,
  ),
  "Node answers twice": node(`"${process.execPath}" "$@"; "${process.execPath}" "$@" </dev/null`),
  "Node prints to stdout": node(`echo '${WRONG_ANSWER}'`),
  "Node repeats its arguments": node(`echo "$@" >&5`),
  "Node is /bin/true": { breaks: (place) => place.edit(NODE, "'/bin/true'"), answer: "prepared" },
  "Node is /bin/echo": { breaks: (place) => place.edit(NODE, "'/bin/echo'"), answer: "prepared" },
  "Node is /bin/cat": { breaks: (place) => place.edit(NODE, "'/bin/cat'"), answer: "prepared" },
  "Node is an empty file": {
    breaks: (place) => place.edit(NODE, `'${place.script("empty", "")}'`),
    answer: "prepared",
  },
  "Node is not executable": {
    breaks(place) {
      const path = place.script("plain", "#!/bin/sh\nexit 0\n");
      chmodSync(path, 0o600);
      place.edit(NODE, `'${path}'`);
    },
    answer: "guard",
  },
  "Node is gone": { breaks: (place) => place.edit(NODE, "'/nonexistent/node'"), answer: "guard" },
  "Node is gone, and so is every other": {
    breaks: (place) => place.edit(NODE, "'/nonexistent/node'"),
    env: () => ({ PATH: "/nonexistent" }),
    answer: "prepared",
  },
  "Node is a folder": { breaks: (place) => place.edit(NODE, `'${place.root}'`) },

  "the program has zero bytes": program((path) => replaceFile(path, "")),
  "the program is cut": program((path) => {
    const text = readFileSync(path);
    replaceFile(path, text.subarray(0, text.length / 2));
  }),
  "the program is full of NUL bytes": program((path) => replaceFile(path, Buffer.alloc(readFileSync(path).length))),
  "the program ends with 0": programText("process.exit(0)"),
  "the program ends with 2": programText("process.exit(2)"),
  "the program ends with 143": programText("process.exit(143)"),
  "the program throws": programText("throw new Error('no')"),
  "the program kills itself": programText("process.kill(process.pid, 'SIGKILL')"),
  "the program prints an answer": programText(`require("fs").writeSync(5, ${JSON.stringify(WRONG_ANSWER)})`),
  "the program is no JavaScript": programText("<<<<<<<"),
  "the program is gone": program((path) => rmSync(path)),
  "the program is a folder": program((path) => {
    rmSync(path);
    mkdirSync(path);
  }),
  "the program is a link to nothing": program((path) => {
    rmSync(path);
    symlinkSync("/nonexistent", path);
  }),
  "all other files of the program are gone": program((path) => {
    const text = readFileSync(path);
    rmSync(dirname(path), { recursive: true });
    mkdirSync(dirname(path));
    writeFileSync(path, text);
  }),
  "all versions are gone": program((path) => rmSync(dirname(dirname(path)), { recursive: true })),

  ...Object.fromEntries(CODES.map((code) => [`Perl ends with ${code} and says nothing`, perl(`exit ${code}`)])),
  ...Object.fromEntries(SIGNALS.map((name) => [`Perl ends by SIG${name}`, perl(`kill -${name} $$`)])),
  "Perl prints an answer without proof": perl(`printf %s '${WRONG_ANSWER}'`),
  "Perl prints half an answer and is killed": perl(`printf %s '${HALF_ANSWER}'; kill -KILL $$`),
  "Perl repeats its arguments": perl('echo "$@"'),
  "launch.pl has zero bytes": client((path) => truncateSync(path), { answer: "guard" }),
  "launch.pl is cut": client((path) => writeFileSync(path, readFileSync(path, "utf8").slice(0, 900)), {
    answer: "prepared",
  }),
  "launch.pl ends at once": client((path) => writeFileSync(path, "exit 0;\n"), { answer: "prepared" }),
  "launch.pl dies": client((path) => writeFileSync(path, "die;\n"), { answer: "prepared" }),
  "launch.pl is no Perl": client((path) => writeFileSync(path, "<<<<<<<\n"), { answer: "prepared" }),
  "launch.pl is a folder": client(
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    { answer: "prepared" },
  ),
  "nothing listens on the socket": { socket: "dead", answer: "guard" },
  "the daemon closes at once": { socket: "closing", answer: "guard" },
  "the daemon talks nonsense": { socket: "garbage", answer: "guard" },

  "NODE_OPTIONS is wrong": held("held variables", env({ NODE_OPTIONS: "--nope" })),
  "NODE_OPTIONS requires what is not there": held("held variables", env({ NODE_OPTIONS: "--require /nonexistent.js" })),
  "NODE_V8_COVERAGE in a folder that cannot be made": env({ NODE_V8_COVERAGE: "/dev/null/x" }),
  NODE_CHANNEL_FD: env({ NODE_CHANNEL_FD: "9" }),
  "NODE_CHANNEL_FD of the answer": env({ NODE_CHANNEL_FD: "5" }),
  NODE_UNIQUE_ID: env({ NODE_UNIQUE_ID: "1" }),
  NODE_DEBUG: env({ NODE_DEBUG: "module,fs" }),
  NODE_ICU_DATA: env({ NODE_ICU_DATA: "/nonexistent" }),
  NODE_REDIRECT_WARNINGS: env({ NODE_REDIRECT_WARNINGS: "/dev/full" }),
  NODE_EXTRA_CA_CERTS: env({ NODE_EXTRA_CA_CERTS: "/dev/zero" }),
  OPENSSL_CONF: held("held variables", env({ OPENSSL_CONF: import.meta.filename })),
  UV_THREADPOOL_SIZE: env({ UV_THREADPOOL_SIZE: "0" }),
  PERL5OPT: held("perl taint mode", envWithPerl({ PERL5OPT: "-MEvil" })),
  PERLIO: envWithPerl({ PERLIO: ":nope" }),
  PERL_UNICODE: envWithPerl({ PERL_UNICODE: "SDA" }),
  PERL_HASH_SEED: envWithPerl({ PERL_HASH_SEED: "x" }),
  "a locale that is not there": envWithPerl({ LC_ALL: "xx_XX.UTF-8" }),
  IFS: env({ IFS: "/ank" }),
  "an empty PATH": env({ PATH: "" }),
  ENV: env({ ENV: "/dev/full", BASH_ENV: "/dev/full" }),
  "a large environment": env({ LARGE: "x".repeat(120_000) }),
  "values with line breaks": env({ ODD: "a\nNODE_OPTIONS=x\nexport NODE_X='$(exit 0)'\n" }),
  "bash: SHELLOPTS=noexec": held("privileged shell", bashEnv({ SHELLOPTS: "noexec" })),
  "bash: SHELLOPTS=errexit:nounset": bashEnv({ SHELLOPTS: "errexit:nounset" }),
  "bash: an exported printf": held("no exported functions", bashEnv({ "BASH_FUNC_printf%%": "() { :; }" })),
  "bash: an exported command": bashEnv({ "BASH_FUNC_command%%": "() { :; }" }),
  "bash: an exported [": held("privileged shell", bashEnv({ "BASH_FUNC_[%%": "() { return 1; }" })),
  "bash: an exported say": bashEnv({ "BASH_FUNC_say%%": "() { exit 0; }" }),
  "bash: BASH_ENV": bashEnv({ BASH_ENV: "/dev/full" }),
  "bash: nothing": bashEnv({}),
  "bash: closed stdin": { ...inShell("exec <&-"), bash: true, answer: "prepared" },

  "closed stdin": { ...inShell("exec <&-"), answer: "prepared" },
  "closed stderr": inShell("exec 2>&-"),
  "closed stdout": { ...inShell("exec >&-"), byExitCode: true },
  "stdout is full": { ...inShell("exec >/dev/full"), byExitCode: true },
  "blocked SIGCHLD": blocking("[signal.SIGCHLD]"),
  "all signals blocked": blocking("signal.valid_signals()"),
  "ignored SIGCHLD": inPerl("$SIG{CHLD} = 'IGNORE'"),
  "ignored SIGPIPE": inPerl("$SIG{PIPE} = 'IGNORE'"),
  "ignored SIGTERM": inPerl("$SIG{TERM} = 'IGNORE'"),
  "few file descriptors": { ...inShell("ulimit -n 24"), answer: undefined as never },
  "very few file descriptors, so that the shell cannot open the launcher": {
    ...inShell("ulimit -n 6"),
    byExitCode: true,
  },
  "no files may grow": inShell("ulimit -f 0"),
  "a removed folder": { ...inShell('d=$(mktemp -d); cd "$d"; rmdir "$d"'), answer: undefined as never },
};
