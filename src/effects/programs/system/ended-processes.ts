/** Processes ended by PID: everyday work, unless a guard protects one of them. */
import { operands } from "../../model/arguments.js";
import { effectOf } from "../../model/make-effect.js";
import type { Program } from "../contract.js";

const endedProcesses: Program = {
  names: ["kill"],
  effects(invocation) {
    return operands(invocation, ["-s", "-n"])
      .filter(({ text }) => /^-?\d{1,10}$/.test(text))
      .map(({ text }) =>
        effectOf(invocation, {
          kind: "process",
          severity: "ordinary",
          target: { type: "process", name: text.replace(/^-/, "") },
          what: "ends a process",
        }),
      );
  },
};

export default endedProcesses;
