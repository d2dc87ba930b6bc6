import { finding } from "../../core/errors.js";
import { type Command, OK, PROBLEMS } from "../command.js";
import { unsignedState } from "../human/unsigned-state.js";
import { json, paint, refuse, safe } from "../output/print.js";

const command: Command = {
  group: "Maintenance",
  summary: "Review and sign state from an older version or backup.",
  usage: "[--list]",
  example: "snaphook sign",
  options: { list: { type: "boolean", help: "List of unsigned state; nothing is changed." } },
  loosens: ({ flags }) => (flags["list"] === true ? undefined : "person"),
  exits: { 1: "nothing was signed, or it needs a person" },
  async run(call) {
    const files = unsignedState(call.places);
    if (call.flags["list"] && call.json) {
      json(
        call,
        files.map(({ file, says }) => ({ file, says })),
      );
      return OK;
    }
    if (files.length === 0) {
      call.out("Everything is signed.");
      return OK;
    }
    for (const { file, says } of files)
      call.out([paint("bold", safe(file)), ...says.map((line) => `  ${safe(line)}`)].join("\n"));
    if (call.flags["list"]) return OK;
    const consent = await call.person.confirm("sign this, so that it counts");
    if (!consent.yes) {
      refuse(call, consent.why);
      return PROBLEMS;
    }
    try {
      for (const one of files) one.sign();
    } catch (error) {
      refuse(call, finding("FILE_UNWRITABLE", `not everything was signed (${(error as Error).message})`));
      return PROBLEMS;
    }
    call.out("Signed.");
    return OK;
  },
};

export default command;
