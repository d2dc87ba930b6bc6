import { checkDefences } from "../support/without-defence.js";

const LAST_STEP = [
  { file: "src/cli/main.ts", find: "json ? escapeUnseen(text) : withoutControls(text)", replace: "text" },
  {
    file: "src/cli/main.ts",
    find: "withoutControls(wrapText(text, outputWidth(process.stderr)))",
    replace: "wrapText(text, outputWidth(process.stderr))",
  },
];

checkDefences({
  tests: ["test/cli/hostile-names.test.ts"],
  defences: [
    {
      defence: "names in off",
      file: "src/cli/commands/off.ts",
      find: "safeName(source.key)",
      replace: "source.key",
    },
    ...LAST_STEP.map((edit) => ({ defence: "names in off", ...edit })),
    ...LAST_STEP.map((edit) => ({ defence: "names on one line", ...edit })),
    {
      defence: "names on one line",
      file: "src/cli/output/print.ts",
      find: "{ file: safeName(file) }",
      replace: "{ file }",
    },
    {
      defence: "last step",
      file: "src/cli/output/visible-text.ts",
      find: `found === "\\n" || found.length > 2 ? found : safe(found)`,
      replace: "found",
    },
    {
      defence: "plain exports",
      file: "src/store/transfer.ts",
      find: "escapeUnseen(JSON.stringify(redactRecord(record)))",
      replace: "JSON.stringify(redactRecord(record))",
    },
    ...["src/runtime/record/rotating-log.ts"].map((file) => ({
      defence: "plain logs",
      file,
      find: `escapeUnseen(text.replace(/[\\r\\n]+/g, " "))`,
      replace: `text.replace(/[\\r\\n]+/g, " ")`,
    })),
  ],
});
