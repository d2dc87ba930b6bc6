/** Programs that only consume resources. */
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
        what: "consumes CPU or disk endlessly without doing anything else",
        instead: "limit it, such as `timeout 5 npm run bench`",
      }),
    ];
  },
};

export default burners;
