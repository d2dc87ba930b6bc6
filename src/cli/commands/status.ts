import { readAway } from "../../client/away-file.js";
import { ask, findDaemon, wasStopped } from "../../client/daemon-control.js";
import { finding } from "../../core/errors.js";
import type { OffSwitch } from "../../core/hooks/off-switch.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { backupFinding } from "../../daemon/backup/report-file.js";
import { loadSettings } from "../../daemon/lifecycle/settings.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import { type LostRecords, readLost } from "../../runtime/record/lost-records.js";
import { readStop } from "../../sources/discover/stop-file.js";
import { type Call, type Command, OK, PROBLEMS } from "../command.js";
import { lookAtCoverage, showCoverage, showDamagedConfig } from "../health/coverage.js";
import { unsignedFindings } from "../human/unsigned-state.js";
import { asksIn } from "../output/ask-lines.js";
import { channelText } from "../output/channel-text.js";
import { askText } from "../output/live-view.js";
import { oakText } from "../output/oak-text.js";
import { activeOff, offJson, offText, stopText } from "../output/off-text.js";
import { amount, json, paint, printFindings, refuse, safe } from "../output/print.js";
import { dayAndTime } from "../output/times.js";

const command: Command = {
  group: "Live and history",
  summary: "Show daemon status, failing guards, unguarded calls and pending approvals.",
  usage: "",
  example: "snaphook status --json",
  exits: { 1: "no daemon runs or it does not answer; hooks still run" },
  async run(call) {
    const found = await findDaemon(call.places);
    const coverage = await lookAtCoverage(call);
    const off = activeOff(call);
    const unsigned = unsignedFindings(call.places);
    const missed = backupFinding(call.places);
    const stop = readStop(call.places);
    if (!call.json && stop !== undefined)
      call.out(paint("red", `${stopText(stop)} Run \`snaphook on\` in a terminal to resume.`));
    const { findings: settings } = await loadSettings(call.places);
    if (!call.json) {
      printFindings(call, settings);
      showOff(call, off);
      showDamagedConfig(call, coverage);
    }
    if (found.state === "hung") {
      const message = `process ${found.pid} is the daemon and does not answer; hooks answer without it`;
      refuse(call, finding("DAEMON_HUNG", message, { file: daemonPlace(call.places).log }));
      return PROBLEMS;
    }
    if (found.state === "down") {
      const stopped = wasStopped(call.places);
      const lost = readLost(call.places.state);
      const away = readAway(call.places.data);
      if (call.json)
        json(call, {
          running: false,
          stoppedAll: stop !== undefined,
          stopped,
          ...(away === undefined ? {} : { awayUntil: away.until }),
          lost: lost ?? null,
          ...coverage,
          settings,
          switchedOff: off.map(offJson),
          unsigned,
          backup: missed ?? null,
        });
      else {
        call.out("No daemon runs; hooks answer without it. `snaphook up` starts one.");
        if (stopped) call.out("Stopped by `snaphook down`. It will not start again until `snaphook up`.");
        if (away !== undefined)
          call.out(
            paint(
              "red",
              `${awayText(away.until)} Without a daemon no call waits: calls that need you are denied at once.`,
            ),
          );
        if (lost !== undefined) call.out(paint("red", lostText(lost)));
        showCoverage(call, coverage);
        printFindings(call, [...unsigned, ...(missed === undefined ? [] : [missed])]);
      }
      return PROBLEMS;
    }
    const { open: asks, parked } = await pendingAsks(call);
    if (call.json)
      json(call, {
        running: true,
        stoppedAll: stop !== undefined,
        ...found.status,
        asks,
        parkedAsks: parked.length,
        ...coverage,
        settings,
        switchedOff: off.map(offJson),
        unsigned,
        backup: missed ?? null,
      });
    else {
      show(call, found.status);
      showCoverage(call, coverage);
      printFindings(call, [...unsigned, ...(missed === undefined ? [] : [missed])]);
      for (const one of asks) call.out(`\n${askText(one)}`);
      if (parked.length > 0) call.out(`\n${parkedText(parked.length)}`);
    }
    return OK;
  },
};

/** `open`: an agent waits. `parked`: none waits any more, and an answer still counts for the same call. */
async function pendingAsks(call: Call): Promise<{ readonly open: JsonObject[]; readonly parked: JsonObject[] }> {
  const reply = await ask(call.places, { path: "/v1/asks?state=pending" });
  const asks = reply.kind === "ok" ? asksIn(reply.body) : [];
  const inState = (wanted: string) => asks.filter(({ state }) => state === wanted);
  return { open: inState("open"), parked: inState("parked") };
}

function parkedText(count: number): string {
  const agents = count === 1 ? "its agent waits" : "their agents wait";
  return `${amount(count, "question")} can still be answered, although ${agents} no more: \`snaphook asks\`.`;
}

function showOff(call: Call, off: readonly OffSwitch[]): void {
  for (const one of off) call.out(paint("yellow", safe(offText(one))));
}

function show(call: Call, status: JsonObject): void {
  const { pid, version, upSeconds, state, events, memoryMb, port, attended } = status;
  const channels = Array.isArray(status["channels"]) ? status["channels"].filter(isRecord) : [];
  const store = isRecord(status["store"]) ? status["store"] : {};
  call.out(`The daemon runs: pid ${pid}, version ${version}, ${state}, up ${duration(Number(upSeconds))}.`);
  const http = port === 0 ? "no HTTP port (it is taken; see the log)" : `HTTP on 127.0.0.1:${port}`;
  call.out(`${events} events since then, ${memoryMb} MB of memory, ${http}.`);
  call.out(attendedText(attended === true, channels, status["awayUntil"]));
  if (status["awayUntil"] !== undefined) call.out(awayText(Number(status["awayUntil"])));
  for (const one of channels) call.out(one["state"] === "down" ? paint("red", channelText(one)) : channelText(one));
  const oak = oakText(status);
  if (oak !== undefined) call.out(oak.isProblem ? paint("red", safe(oak.text)) : safe(oak.text));
  if (store["ok"] === true) call.out(`Store: ${store["file"]}`);
  else call.out(paint("red", safe(`Store: ${store["problem"]} (${store["file"]})`)));
  if (isRecord(store["lost"])) call.out(paint("red", lostText(store["lost"])));
}

function attendedText(isAttended: boolean, channels: readonly JsonObject[], awayUntil: unknown): string {
  const what = "Questions that an agent cannot ask";
  if (isAttended) return `${what} are shown in \`snaphook up\` or the menu, open in a terminal.`;
  if (channels.some(({ state }) => state !== "down")) return `${what} are sent through your channels.`;
  if (awayUntil !== undefined) return `${what} wait for you.`;
  if (channels.some(({ isLasting }) => isLasting !== true)) return `${what} wait until a channel works again.`;
  const why = channels.length === 0 ? "" : ", because no channel works";
  return `${what} are denied at once${why}. To answer them, keep \`snaphook up\` open in a terminal.`;
}

function awayText(until: number): string {
  return `You are away until ${dayAndTime(until)}. \`snaphook back\` ends that.`;
}

function lostText({ count, first, last }: JsonObject | LostRecords): string {
  const [from, to] = [first, last].map((at) => dayAndTime(Number(at)));
  return `${amount(Number(count), "record")} could not be kept (${from === to ? from : `${from} to ${to}`}): \`session\`, \`search\` and \`export\` do not show them.`;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

export default command;
