/**
 * Programs that start the command in their arguments. One row each: options with values, and operands before the
 * command.
 */
import type { Options } from "../options.js";

export interface Row extends Options {
  /** Operands before the command: `timeout 5 …`. */
  readonly operands?: number;
  /** `NAME=value` words before the command are its environment variables. */
  readonly assigns?: true;
  /** The words are joined into text that a shell runs. */
  readonly joins?: true;
  /** Options whose value is text that a shell runs. */
  readonly text?: readonly string[];
  /** Required first words: `poetry run …`. */
  readonly after?: readonly string[];
  /** First words that are its own commands: `rtk gain`. */
  readonly own?: readonly string[];
  /** Runs where paths differ. */
  readonly elsewhere?: true;
  /** With one of these it starts nothing: `command -v`. */
  readonly asks?: readonly string[];
  /** Without a command it is a shell that reads standard input. */
  readonly shell?: true;
  /** Options that name the working directory. */
  readonly folder?: readonly string[];
}

const NONE: Row = {};
const RUN: Row = { after: ["run"] };
const EXEC: Row = { after: ["exec"] };
const USER: Row = { operands: 1 };

/** Start the program they are given. */
const LOADERS = ["ld.so", "ld-linux.so.2", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1", "ld-musl-x86_64.so.1"];

export const SSH: Row = { takes: "BbcDEeFIiJLlmOoPpQRSWw", operands: 1, joins: true, elsewhere: true, shell: true };

export const ROWS: Readonly<Record<string, Row | readonly Row[]>> = {
  sudo: {
    takes: "ugpCDRThrtU",
    long: ["user", "group", "prompt", "chdir", "chroot", "host", "role", "type", "close-from", "other-user"],
    assigns: true,
    folder: ["-D", "--chdir"],
    shell: true,
  },
  doas: { takes: "uCa", shell: true },
  pkexec: { long: ["user"] },
  gosu: USER,
  "su-exec": USER,
  setuidgid: USER,
  chpst: { takes: "uUbedopmcftn/" },
  setpriv: { long: ["reuid", "regid", "groups", "inh-caps", "ambient-caps", "bounding-set"] },
  run0: { takes: "uDg", long: ["user", "chdir", "group", "setenv"] },
  chronic: NONE,
  ifne: NONE,
  tini: NONE,
  "dumb-init": NONE,
  catatonit: NONE,
  envdir: USER,
  softlimit: NONE,
  "s6-setuidgid": USER,
  "wait-for-it": NONE,
  retry: { takes: "tds", long: ["times", "delay", "timeout"] },
  heaptrack: NONE,
  onchange: { after: ["--"] },
  reflex: { takes: "rgRG", long: ["regex", "glob"] },
  infisical: RUN,
  teller: RUN,
  chamber: { ...EXEC, operands: 1 },
  saml2aws: EXEC,
  sops: { after: ["exec-env"], operands: 1, joins: true },
  envchain: USER,
  "flatpak-spawn": NONE,
  nohup: NONE,
  setsid: NONE,
  disown: NONE,
  nice: { takes: "n", long: ["adjustment"] },
  ionice: { takes: "cnpPu", long: ["class", "classdata"] },
  time: { takes: "fo", long: ["format", "output"] },
  gtime: { takes: "fo" },
  timeout: { takes: "sk", long: ["signal", "kill-after"], operands: 1 },
  gtimeout: { takes: "sk", long: ["signal", "kill-after"], operands: 1 },
  stdbuf: { takes: "ioe", long: ["input", "output", "error"] },
  unbuffer: NONE,
  chrt: { takes: "TPD", operands: 1 },
  taskset: { operands: 1 },
  numactl: { takes: "NmCip" },
  prlimit: NONE,
  cgexec: { takes: "g" },
  cpulimit: { takes: "lpe" },
  unshare: { takes: "SGRw", long: ["setuid", "setgid", "root", "wd", "map-user", "map-group", "propagation"] },
  nsenter: { takes: "tSGrw", long: ["target", "setuid", "setgid"], elsewhere: true },
  chroot: { long: ["userspec", "groups"], operands: 1, elsewhere: true },
  fakeroot: { takes: "lsib" },
  fakechroot: NONE,
  firejail: NONE,
  bwrap: {
    long: ["bind", "ro-bind", "dev-bind", "symlink", "setenv", "chdir", "proc", "dev", "tmpfs", "dir", "unsetenv"],
  },
  proot: { takes: "rbqwkR" },
  strace: { takes: "abeEIoOpPsSuUX" },
  ltrace: { takes: "aAeDFlnopsuwxX" },
  valgrind: NONE,
  perf: [
    { after: ["stat"], takes: "eorpt" },
    { after: ["record"], takes: "eoFgpt" },
    { after: ["trace"], takes: "eop" },
  ],
  gdb: { after: ["--args"] },
  rr: { after: ["record"] },
  catchsegv: NONE,
  eatmydata: NONE,
  caffeinate: { takes: "tw" },
  arch: { takes: "de", long: ["arch"], flags: ["32", "64", "x86_64", "x86_64h", "arm64", "arm64e", "i386", "ppc"] },
  setarch: { operands: 1 },
  linux32: NONE,
  linux64: NONE,
  rlwrap: { takes: "abcCDefHilmMOpPqrsStwz" },
  winpty: NONE,
  wine: NONE,
  proxychains: { takes: "f" },
  proxychains4: { takes: "f" },
  torsocks: NONE,
  torify: NONE,
  faketime: { takes: "f", operands: 1 },
  "dbus-run-session": NONE,
  "dbus-launch": NONE,
  "xvfb-run": { takes: "efnpsw" },
  "systemd-run": { takes: "pHMuEt", long: ["unit", "property", "uid", "gid", "slice", "setenv", "description"] },
  "systemd-inhibit": NONE,
  daemonize: { takes: "aceopuElv" },
  "start-stop-daemon": { after: ["--start", "--exec"] },
  ...Object.fromEntries(LOADERS.map((name) => [name, { long: ["library-path", "preload", "argv0", "audit"] }])),
  // A shell rejects a digit as an option.
  command: { asks: ["-v", "-V", ...Array.from("0123456789", (digit) => `-${digit}`)] },
  builtin: NONE,
  rtk: [{ after: ["proxy"] }, { own: ["help", "version", "gain", "config", "init", "discover", "learn", "rewrite"] }],
  noglob: NONE,
  nocorrect: NONE,
  exec: { takes: "a" },
  busybox: NONE,
  toybox: NONE,
  watch: { takes: "n", long: ["interval"], joins: true },
  mosh: { operands: 1, elsewhere: true },
  autossh: { takes: "MBbcDEeFIiJLlmOoPpQRSWw", operands: 1, joins: true, elsewhere: true },
  sshpass: { takes: "pfdP" },
  rsh: { takes: "l", operands: 1, joins: true, elsewhere: true },
  dotenv: [{ after: ["run"] }, { takes: "efvc" }],
  dotenvx: { ...RUN, takes: "fe" },
  "cross-env": { assigns: true },
  "cross-env-shell": { assigns: true, joins: true },
  doppler: { ...RUN, takes: "pc", long: ["project", "config", "command"], text: ["--command"] },
  op: { ...RUN, long: ["env-file"] },
  "aws-vault": { ...EXEC, operands: 1 },
  direnv: { ...EXEC, operands: 1 },
  mise: [{ after: ["exec"] }, { after: ["x"] }],
  rtx: EXEC,
  asdf: EXEC,
  rbenv: EXEC,
  pyenv: EXEC,
  nodenv: EXEC,
  volta: RUN,
  fnm: { ...EXEC, long: ["using"] },
  nvm: [{ after: ["exec"], operands: 1 }],
  rustup: { ...RUN, operands: 1 },
  bundle: EXEC,
  poetry: RUN,
  pipenv: RUN,
  pdm: RUN,
  pixi: { ...RUN, takes: "e", long: ["environment", "manifest-path"] },
  rye: RUN,
  hatch: RUN,
  uv: { ...RUN, takes: "p", long: ["python", "with", "project", "directory", "env-file", "extra", "group", "package"] },
  uvx: { takes: "p", long: ["from", "with", "python"] },
  pipx: { ...RUN, long: ["spec", "python"] },
  conda: { ...RUN, takes: "np", long: ["name", "prefix", "cwd"] },
  mamba: { ...RUN, takes: "np", long: ["name", "prefix", "cwd"] },
  npx: { takes: "pc", long: ["package", "call"], text: ["-c", "--call"] },
  bunx: NONE,
  npm: [
    { after: ["exec"], takes: "pcw", long: ["package", "call", "workspace"], text: ["-c", "--call"] },
    { after: ["x"], takes: "pcw", long: ["package", "call", "workspace"], text: ["-c", "--call"] },
  ],
  pnpm: [
    { after: ["exec"], takes: "c", text: ["-c"] },
    { after: ["dlx"], long: ["package"] },
  ],
  yarn: [{ after: ["exec"] }, { after: ["dlx"], takes: "p" }],
  bun: { after: ["x"] },
  "nix-shell": { takes: "pAI", long: ["run", "command", "packages"], text: ["--run", "--command"] },
  xcrun: { long: ["sdk", "toolchain"], asks: ["-f", "--find", "--show-sdk-path"] },
  shx: { own: ["help", "version"] },
  nix: [{ after: ["develop"], takes: "", long: ["command"], text: [] }, { after: ["run"] }, { after: ["shell"] }],
  flock: { takes: "wEc", long: ["timeout", "conflict-exit-code", "command"], text: ["-c", "--command"], operands: 1 },
  asciinema: {
    after: ["rec"],
    takes: "ctiIeo",
    long: ["command", "title", "idle-time-limit", "env"],
    text: ["-c", "--command"],
  },
  script: {
    takes: "cEIOTBomt",
    long: ["command", "log-out", "log-in", "log-io"],
    text: ["-c", "--command"],
    operands: 1,
  },
  nodemon: { takes: "ewxidV", long: ["exec", "ext", "watch", "ignore", "delay"], text: ["--exec", "-x"] },
  entr: NONE,
  watchexec: {
    takes: "ewfiosdED",
    long: ["exts", "watch", "filter", "ignore", "on-busy-update", "signal", "debounce", "env", "workdir", "shell"],
    joins: true,
  },
  knife: { after: ["ssh"], takes: "xPiaCGm", operands: 1, joins: true, elsewhere: true },
  repo: { after: ["forall"], takes: "c", text: ["-c"] },
  pdsh: { takes: "wxgulftRS", joins: true, elsewhere: true },
  clush: { takes: "wxgulftRS", joins: true, elsewhere: true },
  pssh: { takes: "hHlpotOeAxg", joins: true, elsewhere: true },
  "parallel-ssh": { takes: "hHlpotOeAxg", joins: true, elsewhere: true },
  dsh: { takes: "gmrFo", joins: true, elsewhere: true },
  mussh: { takes: "hHcmlP", text: ["-c"], elsewhere: true },
  sg: { operands: 1, text: ["-c"] },
  fab: { takes: "HiuPSc", long: ["hosts", "identity"], joins: true, elsewhere: true },
  lxc: { ...EXEC, operands: 1, elsewhere: true },
  incus: { ...EXEC, operands: 1, elsewhere: true },
  multipass: { ...EXEC, operands: 1, elsewhere: true },
  "lxc-attach": { takes: "nP", elsewhere: true },
  distrobox: { after: ["enter"], operands: 1, elsewhere: true },
  toolbox: { ...RUN, takes: "c", elsewhere: true },
  vagrant: { after: ["ssh"], takes: "c", long: ["command"], text: ["-c", "--command"], elsewhere: true },
  wsl: { takes: "du", long: ["distribution", "user", "cd", "exec"], elsewhere: true },
  heroku: [
    { ...RUN, takes: "ars", long: ["app", "remote", "size", "type", "env", "exit-code"], joins: true, elsewhere: true },
    { after: ["run:detached"], takes: "ars", long: ["app", "remote"], joins: true, elsewhere: true },
    { after: ["ps:exec"], takes: "ad", long: ["app", "dyno"], joins: true, elsewhere: true },
  ],
  gcloud: [
    { after: ["compute", "ssh"], long: ["command", "zone", "project"], text: ["--command"], elsewhere: true },
    { after: ["cloud-shell", "ssh"], long: ["command"], text: ["--command"], elsewhere: true },
    { after: ["app", "instances", "ssh"], long: ["service", "version"], operands: 1, elsewhere: true },
  ],
  aws: [
    { after: ["ssm", "send-command"], long: ["parameters"], text: ["--parameters"], elsewhere: true },
    { after: ["ssm", "start-session"], long: ["parameters"], text: ["--parameters"], elsewhere: true },
    {
      after: ["ecs", "execute-command"],
      long: ["cluster", "task", "container", "command"],
      text: ["--command"],
      elsewhere: true,
    },
  ],
  az: [
    { after: ["vm", "run-command", "invoke"], long: ["scripts"], text: ["--scripts"], elsewhere: true },
    { after: ["vmss", "run-command", "invoke"], long: ["scripts"], text: ["--scripts"], elsewhere: true },
    { after: ["aks", "command", "invoke"], takes: "c", long: ["command"], text: ["--command", "-c"], elsewhere: true },
    {
      after: ["container", "exec"],
      takes: "gn",
      long: ["name", "exec-command"],
      text: ["--exec-command"],
      elsewhere: true,
    },
    { after: ["containerapp", "exec"], takes: "gn", long: ["name", "command"], text: ["--command"], elsewhere: true },
  ],
  fly: [
    { after: ["ssh", "console"], takes: "aCr", long: ["app", "command"], text: ["-C", "--command"], elsewhere: true },
    { after: ["machine", "exec"], takes: "a", operands: 1, joins: true, elsewhere: true },
  ],
  flyctl: {
    after: ["ssh", "console"],
    takes: "aCr",
    long: ["app", "command"],
    text: ["-C", "--command"],
    elsewhere: true,
  },
  railway: [
    { after: ["ssh"], takes: "pse", long: ["project", "service", "environment"], elsewhere: true },
    { ...RUN, takes: "se", long: ["service", "environment"] },
  ],
  nomad: { after: ["alloc", "exec"], takes: "it", operands: 1, elsewhere: true },
  eb: { after: ["ssh"], takes: "c", long: ["command"], text: ["-c", "--command"], elsewhere: true },
  cf: { after: ["ssh"], takes: "c", long: ["command"], text: ["-c", "--command"], elsewhere: true },
  dokku: { ...RUN, operands: 1, elsewhere: true },
  tsh: { after: ["ssh"], operands: 1, joins: true, elsewhere: true },
  et: { takes: "c", long: ["command"], text: ["-c", "--command"], elsewhere: true },
  devcontainer: { ...EXEC, long: ["workspace-folder", "container-id"], elsewhere: true },
  adb: { after: ["shell"], takes: "s", joins: true, elsewhere: true },
};
