/** With the rights of root: what other people keep in their homes. */
import { programOf } from "../../model/rules.js";

export default programOf([
  {
    names: ["ls", "find", "tree", "du", "fd", "rg", "grep"],
    when: / \/root(?:\/|\s|$)| \/(?:home|Users)\/(?!Shared)[\w.-]{1,60}\/?(?:\s|$)/,
    asRoot: true,
    kind: "read",
    severity: "risky",
    what: "looks through the home of another account",
    instead: "ask the person for the one file that is needed",
  },
]);
