/** A program that only uses up the machine. */
import { effectOf } from "../../model/make-effect.js";
import type { Program } from "../contract.js";

const burners: Program = {
  names: ["yes"],
  effects(invocation) {
    if (!invocation.redirects.some(({ target }) => target.text === "/dev/null")) return [];
    return [
      effectOf(invocation, {
        kind: "process",
        severity: "risky",
        what: "uses up the machine without end and does nothing else",
        instead: "bound what it does, such as `timeout 5 npm run bench`",
      }),
    ];
  },
};

export default burners;
