import { type Command, OK, PROBLEMS } from "../command.js";
import { control, daemonStatus } from "../daemon-control.js";
import { askText } from "../live-view.js";
import { json } from "../print.js";

const command: Command = {
  summary: "Say whether the daemon runs, how it is, and which questions wait for an answer.",
  usage: "",
  example: "snaphook status --json",
  exits: { 1: "no daemon runs" },
  async run(call) {
    const status = await daemonStatus(call);
    const asks =
      status === undefined ? [] : ((await control(call, "GET", "/v1/asks"))?.body as Record<string, unknown>[]);
    if (call.json) json(call, { running: status !== undefined, ...status, asks });
    else if (status === undefined) call.out("No daemon runs; hooks answer without one. `snaphook up` starts it.");
    else {
      const { pid, version, upSeconds, state, events, memoryMb } = status;
      call.out(`pid ${pid}, version ${version}, up ${upSeconds} s, ${state}, ${events} events, ${memoryMb} MB`);
      for (const ask of asks) call.out(askText(ask));
    }
    return status === undefined ? PROBLEMS : OK;
  },
};

export default command;
