import { checkDefences } from "../support/without-defence.js";

checkDefences({
  tests: ["test/cli/secrets-on-disk.test.ts"],
  defences: [
    {
      defence: "nameless hand-over",
      file: "src/runtime/call/background-hand-off.ts",
      find: `const stdin = openNamelessFile(JSON.stringify(job));`,
      replace: `const path = process.env["TMPDIR"] + "/job.json";
    process.getBuiltinModule("node:fs").writeFileSync(path, JSON.stringify(job));
    const stdin = process.getBuiltinModule("node:fs").openSync(path, "r");`,
    },
    {
      defence: "nameless spill",
      file: "src/executors/command.ts",
      find: `holdNameless(payload) ?? holdNamed(payload)`,
      replace: `holdNamed(payload)`,
    },
    {
      defence: "sweep",
      file: "src/runtime/platform/sweep-leftovers.ts",
      find: `if (now - mtimeMs > LONGEST_MS`,
      replace: `if (false && now - mtimeMs > LONGEST_MS`,
    },
    {
      defence: "keyed hashes",
      file: "src/runtime/record/make-record.ts",
      find: `callHash(payload, (text) => keyedHash(text))`,
      replace: `callHash(payload, sha256)`,
    },
    {
      defence: "exports",
      file: "src/store/transfer.ts",
      find: `const { dedupe: _key, dedupeMs: _near, call: _call, ...kept } = withoutEvidence(record);`,
      replace: `const kept = withoutEvidence(record);`,
    },
    {
      defence: "old hashes",
      file: "src/store/schema.ts",
      find: `OR length(body ->> '$.call') = 64`,
      replace: ``,
    },
    {
      defence: "nested JSON",
      file: "src/core/redact/values.ts",
      find: `const MOST_SLASHES = 31;`,
      replace: `const MOST_SLASHES = 3;`,
    },
    {
      defence: "commands that make secrets",
      file: "src/core/redact/find-in-commands.ts",
      find: `[["--from-literal"], `,
      replace: `[["--from-nothing"], `,
    },
    {
      defence: "lines of .netrc",
      file: "src/core/redact/find-in-commands.ts",
      find: `["machine", "default", "login"],`,
      replace: `["no such word"],`,
    },
    {
      defence: "colour codes",
      file: "src/core/redact/text.ts",
      find: `const uncoloured = withoutColours(text);`,
      replace: `const uncoloured = withoutColours("");`,
    },
    {
      defence: "ids of senders",
      file: "src/runtime/record/make-record.ts",
      find: `return redactName(text);`,
      replace: `return text;`,
    },
    {
      defence: "redacted before it is cut",
      file: "src/builtins/audit-log.ts",
      find: `redactStart(resultText(payload, 1_000_000), Number(most))`,
      replace: `cut(resultText(payload, 1_000_000), Number(most))`,
    },
  ],
});
