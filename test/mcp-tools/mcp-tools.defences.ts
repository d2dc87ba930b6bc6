import { checkDefences } from "../support/without-defence.js";

checkDefences({
  tests: ["test/mcp-tools/tool-hook.test.ts", "test/mcp-tools/surfaces.test.ts"],
  defences: [
    {
      defence: "own servers",
      file: "src/runtime/mcp/find-server.ts",
      find: `if (needsGrant(source.level) && "server" in found && !found.server.projects)`,
      replace: `if (source.level === "untrusted")`,
    },
    {
      defence: "covered servers",
      file: "src/sources/coverage/cover-hook.ts",
      find: `if (run.type === "mcp_tool") return coverServer(run, home, project, walk);`,
      replace: ``,
    },
    {
      defence: "granted variables",
      file: "src/runtime/mcp/find-server.ts",
      find: `const may = (name: string) => mayGetVariable(name, hook.source.level, reach);`,
      replace: `const may = (_: string) => true;`,
    },
  ],
});
