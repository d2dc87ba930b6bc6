/** What a shell is told to run by itself, on signals or before every command. */
import { programOf } from "../../model/rules.js";

export default programOf([
  {
    names: ["trap"],
    when: /(?:^|\s)(?:nohup|setsid|disown|curl|wget|nc|ncat|bash -i)\s.{0,400} (?:EXIT|0|(?:SIG)?(?:INT|TERM|HUP|QUIT)|DEBUG|ERR|RETURN)(?:\s|$)|(?:>>|\|)\s?[^|>]{1,200} DEBUG(?:\s|$)/,
    kind: "persistence",
    severity: "risky",
    what: "lets a shell start something unseen when it ends, or before every command",
    instead: "clean up plainly when the shell ends: `trap 'rm -f ./build.lock' EXIT`",
  },
]);
