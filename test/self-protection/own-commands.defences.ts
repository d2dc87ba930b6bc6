/** Each defence against our own commands, called by an agent: without it, the tests that name it fail. */
import { checkDefences } from "../support/without-defence.js";

const file = "src/effects/programs/guards/own-guards.ts";

checkDefences({
  tests: ["test/self-protection/judged.test.ts"],
  defences: [
    { defence: "other folders", file, find: "LOCATES.test(name) || MOVES.test(name)", replace: `name === ""` },
    { defence: "another version", file, find: "|setup|upgrade)$/;", replace: "|setup)$/;" },
    { defence: "written files", file, find: "const file = writtenBy(invocation);", replace: "const file = undefined;" },
    {
      defence: "options that hide",
      file,
      find: "if (has(SHOWS[verb]) ||",
      replace: `if (args.some(({ text }) => text === "--list") ||`,
    },
  ],
});
