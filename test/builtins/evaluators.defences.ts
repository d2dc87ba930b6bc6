import { checkDefences } from "../support/without-defence.js";

checkDefences({
  tests: ["test/builtins/capture-evaluator.test.ts", "test/builtins/failure-evaluator.test.ts"],
  defences: [
    {
      defence: "fenced signals",
      file: "src/builtins/capture-evaluator.ts",
      find: `fenceUntrusted(list, "capture-evaluator")`,
      replace: `list`,
    },
    {
      defence: "private evaluation",
      file: "src/builtins/_shared/text/evaluate.ts",
      find: `if (environment["SNAPHOOK_PRIVATE"] === "1") return undefined;`,
      replace: ``,
    },
    {
      defence: "project's budget",
      file: "src/builtins/_shared/text/evaluate.ts",
      find: `project: mayAllow(services.level) ? undefined : project,`,
      replace: ``,
    },
  ],
});
