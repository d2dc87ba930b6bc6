/** Shells that keep setuid rights: a common root backdoor. */
import { programOf } from "../../model/rules.js";

export default programOf([
  {
    names: ["sh", "bash", "dash", "zsh", "ksh"],
    when: /^ -p$/,
    kind: "escalate",
    severity: "risky",
    what: "starts a shell that keeps elevated rights",
    instead: "start the shell normally: `bash -c 'id'`",
  },
]);
