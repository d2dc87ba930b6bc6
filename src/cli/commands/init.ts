import { existsSync } from "node:fs";
import { join } from "node:path";
import { finding } from "../../core/errors.js";
import { starterFile, writeStarter } from "../agents/starter-file.js";
import { type Command, MISUSE, OK } from "../command.js";
import { json, refuse, safeName } from "../output/print.js";

const command: Command = {
  group: "Get started",
  summary: "Create a commented starter config.",
  usage: "[--user]",
  example: "snaphook init",
  options: { user: { type: "boolean", help: "User config instead of this project's." } },
  async run(call) {
    const folder = call.flags["user"] ? call.places.config : join(call.cwd, ".snaphook");
    const file = starterFile(folder);
    if (!call.flags["user"] && !isThere()) {
      refuse(call, finding("FILE_UNWRITABLE", "the current folder does not exist any more", { file }));
      return MISUSE;
    }
    const problem = writeStarter(folder, call.flags["user"] ? undefined : call.cwd);
    if (problem !== undefined) {
      refuse(call, problem);
      return MISUSE;
    }
    if (call.json) json(call, { written: file });
    else
      call.raw(
        [
          `Wrote ${safeName(file)}`,
          "",
          "Next:",
          ...(call.flags["user"] ? [] : ["  snaphook trust           review and approve it"]),
          "  snaphook list            see what applies here",
          `  echo '{"tool_name":"Bash","tool_input":{"command":"git push --force"}}' | snaphook fire PreToolUse --payload -`,
        ].join("\n"),
      );
    return OK;
  },
};

function isThere(): boolean {
  try {
    return existsSync(process.cwd());
  } catch {
    return false; // removed under us
  }
}

export default command;
