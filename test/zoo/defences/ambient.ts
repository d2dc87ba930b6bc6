/** What surrounds a project: variables, programs, repositories, and time. */
import { type Defence, edit, GATE } from "./defence.js";

/** A reader of files that other programs obey, as if it were ours. */
const READS_DOTENV = edit(
  "cli/run-line",
  `  const problem = (await wrongDialect`,
  `  for (const [, name, value] of existsSync(".env") ? process.getBuiltinModule("node:fs").readFileSync(".env", "utf8").matchAll(/^(\\w+)=(.*)$/gm) : [])
    process.env[name as string] = value;
  const problem = (await wrongDialect`,
);
const RUNS_ENVRC = edit(
  "cli/run-line",
  `  const problem = (await wrongDialect`,
  `  process.getBuiltinModule("node:child_process").spawnSync("/bin/sh", ["./.envrc"]);
  const problem = (await wrongDialect`,
);
const RUNS_SCRIPTS = edit(
  "cli/run-line",
  `  const problem = (await wrongDialect`,
  `  const { scripts = {} } = existsSync("package.json") ? JSON.parse(process.getBuiltinModule("node:fs").readFileSync("package.json", "utf8")) : {};
  if (scripts.prepare) process.getBuiltinModule("node:child_process").spawnSync("/bin/sh", ["-c", scripts.prepare]);
  const problem = (await wrongDialect`,
);

export const AMBIENT: readonly Defence[] = [
  {
    defence: "only absolute paths say where the person's folders are",
    edits: [edit("runtime/platform/paths", `value !== undefined && isAbsolute(value)`, `value !== undefined`)],
    cases: ["relative-homes"],
  },
  {
    defence: "agents are looked for outside the project",
    edits: [
      edit(
        "cli/agents/known-agents",
        `return withSafePath(call.environment, wiringPlaces(call).project);`,
        `return withSafePath !== undefined ? call.environment : {};`,
      ),
    ],
    cases: ["planted-programs"],
  },
  {
    defence: "hooks of the person start no programs of the project",
    edits: [
      edit(
        "executors/command",
        `const own = withSafePath(environment, options.reach?.root);`,
        `const own = withSafePath === undefined ? {} : environment;`,
      ),
    ],
    cases: ["programs-of-the-persons-hooks"],
  },
  {
    defence: "a worktree is what git's own record points back to",
    edits: [edit("sources/trust/repository", `pointsTo("gitdir") !== dotGit || `, ``)],
    cases: ["another-worktree"],
  },
  {
    defence: "a hook that calls us is no hook",
    edits: [GATE, edit("sources/read/run-spec", `if (callsSnaphook(command))`, `if (false)`)],
    cases: ["own-command"],
  },
  {
    defence: "no file of variables is read",
    edits: [READS_DOTENV],
    cases: ["dotenv-homes", "dotenv-switches", "dotenv-node"],
  },
  { defence: "no program of another tool is run", edits: [RUNS_ENVRC], cases: ["envrc"] },
  { defence: "no scripts of a package are run", edits: [RUNS_SCRIPTS], cases: ["package-scripts"] },
];
