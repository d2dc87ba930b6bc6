/** Commands that a shell runs automatically: on signals or before every command. */
import { programOf } from "../../model/rules.js";

export default programOf([
  {
    names: ["trap"],
    when: /(?:^|\s)(?:nohup|setsid|disown|curl|wget|nc|ncat|bash -i)\s.{0,400} (?:EXIT|0|(?:SIG)?(?:INT|TERM|HUP|QUIT)|DEBUG|ERR|RETURN)(?:\s|$)|(?:>>|\|)\s?[^|>]{1,200} DEBUG(?:\s|$)/,
    kind: "persistence",
    severity: "risky",
    what: "makes a shell run a hidden command on exit or before every command",
    instead: "clean up visibly on exit: `trap 'rm -f ./build.lock' EXIT`",
  },
]);
