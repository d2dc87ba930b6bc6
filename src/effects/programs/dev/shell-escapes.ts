/** Programs that can start a shell from within: editors, pagers and similar. */
import { programOf } from "../../model/rules.js";
import type { Program } from "../contract.js";

const SHELL = "(?:/(?:usr/)?bin/)?(?:ba|da|z|k|c)?sh";
const BACK_WAYS = new RegExp(
  [
    `(?:system|exec|spawn|popen|execute|execl[pe]?|os\\.execute)\\s?\\(?\\s?["'\\[]{0,3}${SHELL}["'\\] ;&)]`,
    `(?:^|[\\s:'"])!\\s?(?:exec\\s)?["']?${SHELL}(?:["'\\s]|$)`,
    `:(?:sh|shell|term|terminal)(?:\\s|$)`,
    `\\.shell ${SHELL}`,
    `set shell=\\S{0,40}sh`,
    "pty\\.spawn",
    `\\((?:ansi-)?term "${SHELL}`,
  ].join("|"),
);

const escapes = programOf([
  {
    names:
      "awk gawk mawk nawk vi vim vim.basic nvim view ed ex less more man gdb cpan nmap sqlite3 mysql psql irb lua perl ruby php python python2 python3 tclsh expect script scp ftp sftp rlwrap emacs tar zip tcpdump git pico nano jjs jrunscript".split(
        " ",
      ),
    when: BACK_WAYS,
    kind: "escalate",
    severity: "risky",
    what: "escapes to a shell from another program",
    instead: "run the commands directly",
  },
]);

/** The input may also come through a pipe: `echo '!sh' | …`. */
const program: Program = {
  names: escapes.names,
  effects(invocation, where) {
    const { input } = invocation;
    const piped =
      input.kind === "pipe"
        ? input.from.flatMap(({ program: from, args }) => (from === "echo" || from === "printf" ? args : []))
        : [];
    const text = input.kind === "text" ? [input.text] : piped;
    if (invocation.program !== "cpan" && invocation.program !== "gdb") return escapes.effects(invocation, where);
    return escapes.effects({ ...invocation, args: [...invocation.args, ...text] }, where);
  },
};

export default program;
