import { checkDefences } from "../../support/without-defence.js";

const COVER = "src/sources/coverage/cover-hook.ts";
const without = (language: string, follow: string) => ({
  file: COVER,
  find: `  ${language}: ${follow},`,
  replace: `  ${language}: () => {},`,
});

const runners = { file: "src/sources/coverage/runners.ts" };

checkDefences({
  tests: [
    "test/sources/coverage/forms.test.ts",
    "test/sources/coverage/code-config.test.ts",
    "test/sources/coverage/compiled-modules.test.ts",
    "test/sources/outer-guards.test.ts",
  ],
  defences: [
    {
      defence: "coverage",
      file: "src/sources/trust/approvals.ts",
      find: "[...whole, ...coverage.parts]",
      replace: "[...whole]",
    },
    {
      defence: "list of what is not covered",
      file: "src/sources/trust/approvals.ts",
      find: "listed(coverages.flatMap(({ notCovered }) => notCovered))",
      replace: "[]",
    },
    { defence: "python modules", ...without("python", "followPython") },
    { defence: "shell scripts", ...without("shell", "followShell") },
    { defence: "javascript modules", ...without("javascript", "followJavaScript") },
    { defence: "perl modules", ...without("perl", "followPerl") },
    { defence: "ruby modules", ...without("ruby", "followRuby") },
    { defence: "php modules", ...without("php", "followPhp") },
    {
      defence: "folders of wrappers",
      file: "src/effects/shell/call.ts",
      find: "place.scope.folders.map((from) => absolute(to, reader.where, from))",
      replace: "[void absolute, to].slice(1) as string[]",
    },
    { defence: "makefiles", ...runners, find: "  make: followMake,", replace: "  make: () => {}," },
    { defence: "package scripts", ...runners, find: "  npm: followPackageScript,", replace: "  npm: () => {}," },
    {
      defence: "compiled modules",
      file: "src/executors/command.ts",
      find: "{ PYTHONPYCACHEPREFIX: compiledIn }",
      replace: "{}",
    },
    {
      defence: "unresolved import",
      file: "src/sources/code/code-config.ts",
      find: `if (code === "UNRESOLVED_IMPORT") unresolved.push(message);`,
      replace: "",
    },
    {
      defence: "left to load",
      file: "src/sources/code/left-to-load.ts",
      find: "if (!LOADS.test(bundle))",
      replace: "if (bundle.length > 0)",
    },
    {
      defence: "approved above",
      file: "src/sources/compile/compile-plan.ts",
      find: "for (const one of outer) await this.#loadAbove(one);",
      replace: "",
    },
    {
      defence: "project folder",
      file: "src/executors/environment.ts",
      find: "const ofProject = projectVariables(hook, dialect, reach);",
      replace: "const ofProject: [string, string][] = []; void projectVariables;",
    },
  ],
});
