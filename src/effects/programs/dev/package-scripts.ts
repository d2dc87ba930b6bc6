/** Scripts added to a package: they run on the next install or `npm run`. */
import { operands } from "../../model/arguments.js";
import type { Reading } from "../../model/invocation.js";
import { readCommand } from "../../shell/read-command.js";
import type { Program } from "../contract.js";

const NOTHING: Reading = { invocations: [], unclear: [] };

const packageScripts: Program = {
  names: ["npm", "pnpm", "yarn", "bun"],
  effects: () => [],
  further(invocation, where) {
    const words = operands(invocation).map(({ text }) => text);
    if (words[0] === "set-script") {
      const { invocations, unclear } = readCommand(words[2] ?? "", { ...where, cwd: invocation.cwd ?? where.cwd });
      return { invocations, unclear };
    }
    if (words[0] !== "pkg" || words[1] !== "set") return NOTHING;
    const scripts = words.flatMap((word) => /^scripts[.[][\w:.-]{1,80}\]?=(.{1,4000})$/s.exec(word)?.[1] ?? []);
    const readings = scripts.map((script) => readCommand(script, { ...where, cwd: invocation.cwd ?? where.cwd }));
    return { invocations: readings.flatMap((one) => one.invocations), unclear: readings.flatMap((one) => one.unclear) };
  },
};

export default packageScripts;
