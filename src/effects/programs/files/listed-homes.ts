/** Reads of other users' home directories as root. */
import { programOf } from "../../model/rules.js";

export default programOf([
  {
    names: ["ls", "find", "tree", "du", "fd", "rg", "grep"],
    when: / \/root(?:\/|\s|$)| \/(?:home|Users)\/(?!Shared)[\w.-]{1,60}\/?(?:\s|$)/,
    asRoot: true,
    kind: "read",
    severity: "risky",
    what: "looks through another user's home directory",
    instead: "ask the user for the one file you need",
  },
]);
