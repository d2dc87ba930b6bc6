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

checkDefences({
  tests: ["test/self-protection/judged.test.ts"],
  defences: [
    {
      defence: "copied links",
      file: `${folder}/renamed-paths.ts`,
      find: "links.length > 0 ?",
      replace: "links.length > 99 ?",
    },
    {
      defence: "open files",
      file: `${folder}/named-paths.ts`,
      find: "addOpened(invocations, where, found);",
      replace: "void addOpened;",
    },
    inJudge("attached programs", "ATTACHES.has(program)", "ATTACHES.has(program) && false"),
    {
      defence: "environment in code",
      file: `${folder}/other-ways.ts`,
      find: "args.some(({ text }) => GIVES_HOME.test(text))",
      replace: "args.some(({ text }) => text.length < 0 && GIVES_HOME.test(text))",
    },
    {
      defence: "settings of agents",
      file: "src/effects/programs/guards/agents.ts",
      find: "if (UNBOUND.test(line) || SHORT[name]?.test(line))",
      replace: "if (SHORT[name] === undefined && line === UNBOUND.source)",
    },
    { defence: "printed names", file: `${folder}/secret-reads.ts`, find: " || printsNames(invocation)", replace: "" },
    {
      defence: "own folders by a variable",
      file: `${folder}/secret-reads.ts`,
      find: "if (path.startsWith(UNKNOWN)) return secrets.behind(path.slice(UNKNOWN.length));",
      replace: "",
    },
    {
      defence: "memory of the daemon",
      file: `${folder}/own-secrets.ts`,
      find: `this.#ofDaemon(path) ? "is" : `,
      replace: "",
    },
    {
      defence: "encoded paths",
      file: `${folder}/secret-reads.ts`,
      find: "decodeURIComponent(bare)",
      replace: "bare",
    },
  ],
});
