import { type Command, OK } from "../command.js";
import { serveMcp } from "../mcp/server.js";

const command: Command = {
  group: "Approvals",
  summary: "Serve MCP tools on stdio: questions to the user, and memory.",
  usage: "",
  example: "snaphook mcp",
  endsUnread: true,
  async run(call) {
    await serveMcp(call);
    return OK;
  },
};

export default command;
