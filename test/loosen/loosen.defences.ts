/** Each defence against an agent that loosens is what holds: without it, the tests that name it fail. */
import { checkDefences } from "../support/without-defence.js";

checkDefences({
  tests: ["test/loosen/agent-loosens.test.ts", "test/loosen/way-out.test.ts"],
  defences: [
    {
      defence: "a person's terminal",
      file: "src/cli/human/find-parent-agent.ts",
      find: "if (openedForPerson(above, named) || ",
      replace: "if (above.length > 0 || ",
    },
    {
      defence: "scripts need a permit",
      file: "src/cli/human/terminal-person.ts",
      find: "const scripted = permits.scripts.includes(command);",
      replace: "const scripted = true;",
    },
    {
      defence: "permitted scripts are no agents",
      file: "src/cli/human/terminal-person.ts",
      find: "if (agent !== undefined) return no(agent);",
      replace: "",
    },
    {
      defence: "hidden processes",
      file: "src/runtime/platform/process-view.ts",
      find: `points.filter((point) => point === "/proc").length > 1`,
      replace: "false",
    },
    {
      defence: "hidden processes",
      file: "src/runtime/platform/process-view.ts",
      find: "(here !== home && !isRootsNamespace())",
      replace: "false",
    },
    {
      defence: "terminals by their program file",
      file: "src/runtime/platform/terminal-programs.ts",
      find: "if (exe !== undefined) return names.has(basename(exe)) && isSystemFile(exe);",
      replace: "",
    },
    {
      defence: "terminals by their program file",
      file: "src/runtime/platform/terminal-programs.ts",
      find: `if (process.platform === "linux" && (uid === undefined || uid === process.getuid?.())) return false;`,
      replace: "",
    },
    {
      defence: "attached multiplexers",
      file: "src/runtime/platform/terminal-programs.ts",
      find: "return multiplexer !== undefined && isAttached(multiplexer, named);",
      replace: "return multiplexer !== undefined;",
    },
    {
      defence: "signed state",
      file: "src/disk/install-key.ts",
      find: "return key !== undefined && isSame(String(signature), sign(key, purpose, JSON.stringify(fields)));",
      replace: "return true;",
    },
    {
      defence: "signed permits",
      file: "src/cli/human/permits.ts",
      find: "return signed ? permits : NO_PERMITS;",
      replace: "return permits;",
    },
    {
      defence: "signed plans",
      file: "src/disk/install-key.ts",
      find: "return key !== undefined && isSame(signature, sign(key, purpose, text)) ? text : undefined;",
      replace: "return text;",
    },
  ],
});

checkDefences({
  tests: ["test/loosen/rules.test.ts"],
  defences: [
    {
      defence: "listed options",
      file: "src/effects/lasting/plain-call.ts",
      find: "words.filter((word) => !OPTIONS.has(word))",
      replace: `words.filter((word) => !word.startsWith("-"))`,
    },
    {
      defence: "listed options",
      file: "src/builtins/_shared/rules/covers.ts",
      find: `others.some(({ severity }) => severity !== "ordinary")`,
      replace: "false",
    },
    {
      defence: "protected branches by name",
      file: "src/builtins/_shared/rules/covers.ts",
      find: "(!onlyByName || target.name === branch)",
      replace: "true",
    },
    {
      defence: "other risks",
      file: "src/builtins/_shared/rules/covers.ts",
      find: `others.some(({ severity }) => severity !== "ordinary")`,
      replace: "false",
    },
    {
      defence: "nothing else",
      file: "src/effects/lasting/plain-call.ts",
      find: "else if (!readsOnly(invocation, where) && !isCommit(invocation)) return undefined;",
      replace: "",
    },
    {
      defence: "where a remote leads",
      file: "src/builtins/_shared/rules/covers.ts",
      find: "if ((await pushSettings(push.cwd, remote, surroundings))?.hash !== settings) return false;",
      replace: "",
    },
    {
      defence: "in the project",
      file: "src/builtins/_shared/rules/covers.ts",
      find: "push.remote !== remote || !isInProject(push.cwd, surroundings)",
      replace: "push.remote !== remote",
    },
    {
      defence: "in the project",
      file: "src/builtins/_shared/rules/covers.ts",
      find: "if ((await pushSettings(push.cwd, remote, surroundings))?.hash !== settings) return false;",
      replace: "",
    },
    {
      defence: "real files",
      file: "src/builtins/_shared/rules/covers.ts",
      find: `if (!isSame(path) || !isSame(act === "delete" ? dirname(target.name) : target.name)) return false;`,
      replace: "",
    },
    {
      defence: "real files",
      file: "src/builtins/_shared/rules/covers.ts",
      find: "links.follow(dirname(name)) !== dirname(target.name) || ",
      replace: "",
    },
    {
      defence: "one name",
      file: "src/builtins/_shared/rules/covers.ts",
      find: " || hasOtherNames(target.name)) return false;",
      replace: ") return false;",
    },
  ],
});

checkDefences({
  tests: ["test/cli/signed-state.test.ts"],
  defences: [
    {
      defence: "signed overrides",
      file: "src/sources/compile/assemble.ts",
      find: "if (signed) return set;",
      replace: "return set;",
    },
    {
      defence: "signed approvals",
      file: "src/sources/trust/trust-status.ts",
      find: "if (record.unsigned) return",
      replace: "if (false) return",
    },
  ],
});

checkDefences({
  tests: ["test/daemon/asks.test.ts"],
  defences: [
    {
      defence: "proof of a person",
      file: "src/approvals/give-answer.ts",
      find: `if (verdict === "allow" && person === undefined) return { outcome: "unproven" };`,
      replace: "",
    },
  ],
});
