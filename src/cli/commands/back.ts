import { AWAY_CHANGED, awayFile, endAway, readAway } from "../../client/away-file.js";
import { ask } from "../../client/daemon-control.js";
import { finding } from "../../core/errors.js";
import { type Command, OK, PROBLEMS } from "../command.js";
import { amount, json, refuse } from "../output/print.js";

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
    const reply = await ask(call.places, AWAY_CHANGED);
    const released = reply.kind === "ok" ? Number(reply.body["released"]) : 0;
    if (call.json) json(call, { away: false, was, released });
    else {
      call.out(was ? "Back: calls wait only if an answer can come." : "You were not away.");
      if (released > 0)
        call.out(`${amount(released, "call")} waited and got no answer. \`snaphook asks\` lists the questions.`);
    }
    return OK;
  },
};

export default command;
