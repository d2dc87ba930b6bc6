import { resolve } from "node:path";
import { finding } from "../../core/errors.js";
import { makeHere, showList } from "../backup/make.js";
import { type Command, MISUSE } from "../command.js";
import { whyProtected } from "../input/protected-path.js";
import { refuse } from "../output/print.js";

const command: Command = {
  group: "Maintenance",
  summary: "Copy the store to a checked backup, or list backups.",
  usage: "[list] [--to FILE] [--no-activities]",
  example: "snaphook backup",
  arguments: [{ kind: ["list"] }],
  options: {
    to: {
      type: "string",
      value: "FILE",
      kind: "file",
      help: "File to write (default: a new one in the backup folder).",
    },
    "no-activities": { type: "boolean", help: "Backup without tool calls and their results." },
  },
  // A copy outside our folders could be read by an agent, which may not read the store.
  loosens: ({ flags }) => (flags["to"] === undefined ? undefined : "no agent"),
  exits: { 1: "no backup was made" },
  async run(call) {
    const [what] = call.args;
    const to = call.flags["to"];
    const isProtected = typeof to === "string" ? whyProtected(call, resolve(call.cwd, to)) : undefined;
    if (isProtected !== undefined) {
      refuse(call, isProtected);
      return MISUSE;
    }
    if (what === undefined) return makeHere(call);
    if (what === "list" && Object.keys(call.flags).length === 0) return showList(call);
    refuse(call, finding("USAGE", what === "list" ? "list takes no options" : `unknown argument "${what}"`));
    return MISUSE;
  },
};

export default command;
