import { awayFile, endAway, readAway } from "../../client/away-file.js";
import { finding } from "../../core/errors.js";
import { type Command, OK, PROBLEMS } from "../command.js";
import { json, refuse } from "../output/print.js";

const command: Command = {
  group: "Approvals",
  summary: "End `snaphook away`.",
  usage: "",
  example: "snaphook back",
  exits: { 1: "it could not be ended" },
  async run(call) {
    const was = readAway(call.places.data) !== undefined;
    try {
      endAway(call.places.data);
    } catch (error) {
      refuse(call, finding("FILE_UNWRITABLE", (error as Error).message, { file: awayFile(call.places.data) }));
      return PROBLEMS;
    }
    if (call.json) json(call, { away: false, was });
    else call.out(was ? "Back: calls wait only if an answer can come." : "You were not away.");
    return OK;
  },
};

export default command;
