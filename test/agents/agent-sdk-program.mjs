// Usage: node agent-sdk-program.mjs SDK OURS PROMPT [MCP-SERVERS]
// The smallest program on the Claude Agent SDK: one prompt, with the hooks files that apply where it runs. SDK and OURS
// are the modules to import, MCP-SERVERS is JSON.
import { pathToFileURL } from "node:url";

const [sdk, ours, prompt, mcpServers = "{}"] = process.argv.slice(2);
const { query } = await import(pathToFileURL(sdk).href);
const { agentSdkHooks } = await import(pathToFileURL(ours).href);

const options = {
  cwd: process.cwd(),
  hooks: await agentSdkHooks({ cwd: process.cwd() }),
  allowedTools: ["Bash", "Agent", "mcp__harbour__leave_mark"],
  mcpServers: JSON.parse(mcpServers),
  permissionMode: process.env.PERMISSION_MODE ?? "default",
  allowDangerouslySkipPermissions: process.env.PERMISSION_MODE === "bypassPermissions",
  stderr: (text) => process.stderr.write(text),
};
for await (const message of query({ prompt, options })) console.log(JSON.stringify(message));
