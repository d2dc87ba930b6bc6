import { finding } from "../../core/errors.js";
import { restore } from "../backup/restore.js";
import { type Command, MISUSE } from "../command.js";
import { refuse } from "../output/print.js";

const command: Command = {
  group: "Maintenance",
  summary: "Put a backup in the place of the store. Needs a person.",
  usage: "FILE [--dry-run]",
  example: "snaphook restore snaphook-20261118T204500Z-5f0c9a.db",
  arguments: [{ kind: "file" }],
  options: { "dry-run": { type: "boolean", help: "Check of the backup; nothing is changed." } },
  loosens: ({ flags }) => (flags["dry-run"] === true ? undefined : "person"), // records of an agent's calls would go
  exits: { 1: "nothing was restored, or it needs a person" },
  async run(call) {
    const [name] = call.args;
    if (name !== undefined) return restore(call, name);
    refuse(call, finding("USAGE", "name a backup; `snaphook backup list` shows them"));
    return MISUSE;
  },
};

export default command;
