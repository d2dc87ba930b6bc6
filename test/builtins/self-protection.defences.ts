/** What keeps an agent from changing its own guards, taken away one by one. */
import { checkDefences } from "../support/without-defence.js";

const folder = "src/builtins/self-protection";
const inJudge = (defence: string, find: string, replace: string) => ({
  defence,
  file: `${folder}/judge.ts`,
  find,
  replace,
});
const inWays = (defence: string, find: string) => ({ defence, file: `${folder}/other-ways.ts`, find, replace: "" });

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
      find: ", ...set].flatMap(pathsIn)",
      replace: "].flatMap(pathsIn)",
    },
    {
      defence: "mounts and containers",
      file: `${folder}/named-paths.ts`,
      find: "...beneath(invocation, where),",
      replace: "",
    },
    inWays("free archives", "...freeArchives(seen)"),
    inWays("names of the program", "...copiesOfProgram(seen),"),
    inWays("agents elsewhere", "...agentsElsewhere(seen),"),
    inWays("processes by their name", "...listedProcesses(seen),"),
    {
      defence: "lists that are handed on",
      file: `${folder}/named-paths.ts`,
      find: "...handedOn(invocations, where, known),",
      replace: "",
    },
    {
      defence: "commands in tools",
      file: "src/effects/tools/call-code.ts",
      find: "/^(?:argv|bash|",
      replace: "/^(?:bash|",
    },
    inJudge("fields of tools", "...pathsInFields(payload, where, places),", ""),
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
  ],
});
