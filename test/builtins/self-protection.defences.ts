/** What keeps an agent from changing its own guards, taken away one by one. */
import { checkDefences } from "../support/without-defence.js";

const folder = "src/builtins/self-protection";
const inJudge = (defence: string, find: string, replace: string) => ({
  defence,
  file: `${folder}/judge.ts`,
  find,
  replace,
});
const inWays = (defence: string, find: string) => ({ defence, file: `${folder}/other-ways.ts`, find, replace: ";" });

checkDefences({
  tests: ["test/builtins/self-protection-ways.test.ts"],
  defences: [
    inJudge("links of the call", "?? onFile(behindLink(effect, renamed), paths())", ""),
    // The analysis follows plain links too.
    {
      defence: "links of the call",
      file: "src/effects/analyse.ts",
      find: "const behind = behindLinks(read, where);",
      replace: "const behind: Invocation[] = []; void behindLinks;",
    },
    {
      defence: "paths in variables",
      file: `${folder}/named-paths.ts`,
      find: "of invocation.variables)",
      replace: "of new Map())",
    },
    {
      defence: "mounts and containers",
      file: `${folder}/named-paths.ts`,
      find: "found.push(...beneath(invocation, traits, where));",
      replace: ";",
    },
    inWays("free archives", 'found.push(guarded(invocation, "risky", ...FREE_ARCHIVE));'),
    inWays("names of the program", "addCopyOfProgram(invocation, seen, found);"),
    inWays("agents elsewhere", "addAgentsElsewhere(seen, found);"),
    inWays("processes by their name", "addListedProcesses(seen, found);"),
    {
      defence: "lists that are handed on",
      file: `${folder}/named-paths.ts`,
      find: "addHandedOn(invocations, where, known, found);",
      replace: "",
    },
    {
      defence: "commands in tools",
      file: "src/effects/tools/call-code.ts",
      find: "/^(?:argv|bash|",
      replace: "/^(?:bash|",
    },
    inJudge("fields of tools", "consider(pathsInFields(payload, where, places))", "undefined"),
    {
      defence: "folders of tools",
      file: "src/effects/tools/call-files.ts",
      find: "base === undefined || isAnchored(text) ? text",
      replace: "base === undefined || text !== base ? text",
    },
    {
      defence: "files of own hooks",
      file: "src/sources/compile/builtin-hooks.ts",
      find: "covers ?? ownParts(hook.run, places, disk)",
      replace: "covers ?? []",
    },
    inJudge("own secrets", "if (read !== undefined) {", "if (read !== undefined && false) {"),
    {
      defence: "own secrets in plain lines",
      file: `${folder}/plain-read.ts`,
      find: "!shownBy(command, cwd).some(isSecret)",
      replace: "shownBy(command, cwd).every((one) => one !== undefined || isSecret(one))",
    },
  ],
});
