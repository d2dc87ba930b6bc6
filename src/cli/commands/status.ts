import { ask, findDaemon, wasStopped } from "../../client/daemon-control.js";
import { finding } from "../../core/errors.js";
import type { OffSwitch } from "../../core/hooks/off-switch.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import { type Call, type Command, OK, PROBLEMS } from "../command.js";
import { lookAtCoverage, showCoverage } from "../health/coverage.js";
import { askText } from "../output/live-view.js";
import { oakText } from "../output/oak-text.js";
import { activeOff, offJson, offText } from "../output/off-text.js";
import { json, paint, refuse, safe } from "../output/print.js";

const command: Command = {
  summary: "Show whether the daemon runs, guards that cannot decide, calls without a verdict, and open questions.",
  usage: "",
  example: "snaphook status --json",
  exits: { 1: "it does not run, or does not answer" },
  async run(call) {
    const found = await findDaemon(call.places);
    const coverage = await lookAtCoverage(call);
    const off = activeOff(call);
    if (found.state === "hung") {
      const message = `process ${found.pid} is the daemon and does not answer; hooks answer without it`;
      refuse(call, finding("DAEMON_HUNG", message, { file: daemonPlace(call.places).log }));
      return PROBLEMS;
    }
    if (found.state === "down") {
      const stopped = wasStopped(call.places);
      if (call.json) json(call, { running: false, stopped, ...coverage, switchedOff: off.map(offJson) });
      else {
        call.out("No daemon runs; hooks answer without it. `snaphook up` starts one.");
        if (stopped) call.out("Stopped by `snaphook down`. It will not start again until `snaphook up`.");
        showCoverage(call, coverage);
        showOff(call, off);
      }
      return PROBLEMS;
    }
    const asks = await openAsks(call);
    if (call.json) json(call, { running: true, ...found.status, asks, ...coverage, switchedOff: off.map(offJson) });
    else {
      show(call, found.status);
      showCoverage(call, coverage);
      showOff(call, off);
      for (const one of asks) call.out(`\n${askText(one)}`);
    }
    return OK;
  },
};

async function openAsks(call: Call): Promise<JsonObject[]> {
  const reply = await ask(call.places, { path: "/v1/asks" });
  const open = reply.kind === "ok" ? reply.body["asks"] : [];
  return Array.isArray(open) ? open.filter(isRecord) : [];
}

function showOff(call: Call, off: readonly OffSwitch[]): void {
  for (const one of off) call.out(paint("yellow", safe(offText(one))));
}

function show(call: Call, status: JsonObject): void {
  const { pid, version, upSeconds, state, events, memoryMb, port } = status;
  const store = isRecord(status["store"]) ? status["store"] : {};
  call.out(`The daemon runs: pid ${pid}, version ${version}, ${state}, up ${duration(Number(upSeconds))}.`);
  const http = port === 0 ? "no HTTP port (it is taken; see the log)" : `HTTP on 127.0.0.1:${port}`;
  call.out(`${events} events since then, ${memoryMb} MB of memory, ${http}.`);
  const oak = oakText(status);
  if (oak !== undefined) call.out(oak.isProblem ? paint("red", safe(oak.text)) : safe(oak.text));
  if (store["ok"] === true) call.out(`Store: ${store["file"]}`);
  else call.out(paint("red", safe(`Store: ${store["problem"]} (${store["file"]})`)));
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

export default command;
