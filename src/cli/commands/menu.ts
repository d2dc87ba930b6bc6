import type { Call, Command } from "../command.js";
import { isTerminal } from "../output/stdout.js";

const LEAST_COLUMNS = 40;

const command: Command = {
  group: "Get started",
  summary: "Browse and answer in the terminal (same as `snaphook` alone).",
  usage: "",
  example: "snaphook menu",
  exits: { 1: "without a terminal: no daemon runs or it does not answer" },
  endsUnread: true,
  async run(call) {
    if (canShow(call)) return (await import("../menu/run-menu.js")).runMenu(call);
    const { Lines } = await import("../menu/lines.js");
    const code = await new Lines(call).onTerminal(call.json ? ["status", "--json"] : ["status"]);
    if (!call.json) call.out("`snaphook help` lists the commands.");
    return code;
  },
};

/** A terminal that does not tell its size cannot be drawn on. */
function canShow({ json, environment: { CI = "", TERM = "dumb" } }: Call): boolean {
  if (json || !isTerminal() || process.stdin.isTTY !== true) return false;
  const isAutomatic = CI !== "" && CI !== "0" && CI !== "false";
  return !isAutomatic && TERM !== "dumb" && TERM !== "" && process.stdout.columns >= LEAST_COLUMNS;
}

export default command;
