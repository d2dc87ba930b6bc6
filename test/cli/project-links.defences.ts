import { checkDefences } from "../support/without-defence.js";

const without = (defence: string, file: string, find: string, replace: string) => ({ defence, file, find, replace });
const AS_PROJECT = `scope === "project" ? leadsOut(entry.path, call.cwd) : undefined`;

checkDefences({
  tests: ["test/cli/project-links.test.ts"],
  defences: [
    without(
      "links of init",
      "src/cli/agents/starter-file.ts",
      `project === undefined ? undefined : leadsOut(file, project)`,
      "undefined as string | undefined",
    ),
    without(
      "links of install",
      "src/runtime/wiring/wire.ts",
      `project === undefined ? undefined : leadsOut(file, project)`,
      "undefined as string | undefined",
    ),
    without(
      "links of git-ignore",
      "src/runtime/wiring/git-ignore.ts",
      `const outside = leadsOut(file, project);`,
      "const outside = undefined;",
    ),
    without("links of add", "src/cli/commands/add.ts", AS_PROJECT, "undefined as string | undefined"),
    without("links of add", "src/cli/commands/remove.ts", AS_PROJECT, "undefined as string | undefined"),
  ],
});
