import type { Command } from "../command.js";
import { openPage } from "../page/open-page.js";

const command: Command = {
  group: "Live and history",
  summary: "Open the local page: live events, sessions and every decision.",
  usage: "[--no-open]",
  example: "snaphook page",
  options: { "no-open": { type: "boolean", help: "Print address and code; open no browser." } },
  exits: { 1: "the page could not be opened" },
  endsUnread: true,
  run: (call) => openPage(call),
};

export default command;
