/** A shell that keeps the rights of the file it was started from: what lies behind programs that act as root. */
import { programOf } from "../../model/rules.js";

export default programOf([
  {
    names: ["sh", "bash", "dash", "zsh", "ksh"],
    when: /^ -p$/,
    kind: "escalate",
    severity: "risky",
    what: "starts a shell that keeps rights the person at it was not given",
    instead: "start the shell as it is, `bash -c 'id'`",
  },
]);
