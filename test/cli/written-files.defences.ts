/** Each defence of what our commands write: without it, the tests that name it fail. */
import { checkDefences } from "../support/without-defence.js";

const record = "src/cli/commands/record.ts";
const report = "src/cli/commands/report.ts";
const rule = `({ flags }) => (flags["to"] === undefined ? undefined : "no agent")`;

checkDefences({
  tests: ["test/cli/written-files.test.ts"],
  defences: [
    {
      defence: "protected paths",
      file: "src/cli/input/protected-path.ts",
      find: "if (what === undefined) return undefined;",
      replace: "if (what !== null) return undefined;",
    },
    { defence: "no agent", file: record, find: rule, replace: "() => undefined" },
    { defence: "no agent", file: report, find: rule, replace: "() => undefined" },
    { defence: "no agent", file: "src/cli/commands/backup.ts", find: rule, replace: "() => undefined" },
    { defence: "own suffix", file: record, find: `const SUFFIX = ".payload";`, replace: `const SUFFIX = ".json";` },
  ],
});
