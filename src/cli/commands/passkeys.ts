import { finding } from "../../core/errors.js";
import { type Command, MISUSE } from "../command.js";
import { refuse } from "../output/print.js";

const CHANGES: readonly (string | undefined)[] = ["add", "remove", "allow-code"];

const command: Command = {
  group: "Approvals",
  summary: "Show, add or remove the passkeys that approve on the local page.",
  usage: "[add | remove NAME | allow-code]",
  example: "snaphook passkeys add",
  arguments: [{ kind: ["add", "remove", "allow-code"] }, { kind: "text" }],
  options: { "no-open": { type: "boolean", help: "With add: print address and code; open no browser." } },
  exits: { 1: "nothing was changed, or it needs a person" },
  endsUnread: true,
  loosens: ({ args }) => (CHANGES.includes(args[0]) ? "person" : undefined),
  async run(call) {
    const [action, name, ...more] = call.args;
    const passkeys = await import("../page/passkeys.js");
    if (action === undefined) return passkeys.listPasskeys(call);
    if (action === "remove" && name !== undefined && more.length === 0) return passkeys.removePasskey(call, name);
    if (action === "allow-code" && name === undefined) return passkeys.allowCode(call);
    if (action === "add" && name === undefined) return (await import("../page/open-page.js")).openToAddPasskey(call);
    refuse(call, finding("USAGE", "give nothing, `add`, `remove NAME` or `allow-code`"));
    return MISUSE;
  },
};

export default command;
