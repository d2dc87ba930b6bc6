import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  addressOf,
  findDaemon,
  RESTARTED,
  startDetached,
  stopDaemon,
  wasStopped,
} from "../../client/daemon-control.js";
import { watchDaemon } from "../../client/daemon-stream.js";
import { finding } from "../../core/errors.js";
import type { JsonObject } from "../../core/text/json.js";
import { startDaemon } from "../../daemon/daemon.js";
import { loadSettings } from "../../daemon/lifecycle/settings.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import { packageVersion } from "../../runtime/platform/paths.js";
import { readStop } from "../../sources/discover/stop-file.js";
import { stableProgramPath } from "../agents/stable-program-path.js";
import { showAgentsAndNextSteps } from "../agents/wiring-hints.js";
import { type Call, type Command, OK, PROBLEMS } from "../command.js";
import { findAsk, saidText, sendAnswer, whyNoCode } from "../human/answer-ask.js";
import { answerFound } from "../human/answer-questions.js";
import { watchReader } from "../output/detect-closed-stdout.js";
import { type AskDesk, type LiveView, liveView } from "../output/live-view.js";
import { oakText } from "../output/oak-text.js";
import { stopText } from "../output/off-text.js";
import { json, paint, printFindings, refuse } from "../output/print.js";
import { programName } from "../output/program-name.js";
import type { Tries } from "../page/serve-page.js";

const command: Command = {
  group: "Live and history",
  summary: "Start the daemon and show events live.",
  usage: "[--detach]",
  example: "snaphook up --detach",
  options: {
    detach: { type: "boolean", help: "Start in the background." },
    serve: { type: "boolean", help: "Daemon without a view (what --detach starts)." },
    project: {
      type: "string",
      value: "PATH",
      kind: "folder",
      help: "Project whose OAK scripts look for the daemon (default: this one).",
    },
  },
  exits: { 1: "the daemon could not be started" },
  endsUnread: true,
  async run(call) {
    if (call.flags["serve"]) return serve(call);
    const found = await findDaemon(call.places);
    if (!call.json) printFindings(call, (await loadSettings(call.places)).findings);
    if (call.flags["detach"] || call.json) return detach(call, found.state === "running" ? found.status : undefined);
    const unread = whenUnread();
    const stop = readStop(call.places);
    if (stop !== undefined) call.out(paint("red", `${stopText(stop)} Run \`snaphook on\` in a terminal to resume.\n`));
    await showAgentsAndNextSteps(call);
    if (found.state !== "running") return serve(call, { ...(await view(call)), unread });
    call.out(
      paint("bold", `The daemon is already running (pid ${found.status["pid"]}). Ctrl-C closes only this view.`),
    );
    showPageHint(call);
    return follow(call, { ...(await view(call)), unread }, Number(found.status["startedAt"]));
  },
};

/** A restarted daemon is there again after this time. */
const RESTART_MS = 15_000;

interface Shown extends LiveView {
  /** Settles when the reader has closed stdout. */
  readonly unread: Promise<void>;
}

/** From now on a closed pipe does not end the process: the daemon ends in an orderly way. */
function whenUnread(): Promise<void> {
  process.stdout.removeAllListeners("error");
  return new Promise((done) => {
    process.stdout.on("error", () => done());
    const forget = watchReader(() => done());
    process.once("exit", forget);
  });
}

function view(call: Call): Promise<LiveView> {
  const answer: AskDesk["answer"] = async (ask, verdict, by) => {
    const reply = await sendAnswer(call, ask, verdict, by);
    if (reply.kind === "ok") return saidText(String(ask["id"]), verdict);
    return reply.kind === "refused" ? reply.message : "The daemon does not answer.";
  };
  const answerQuestions = async (ask: JsonObject) => void (await answerFound(call, ask));
  return liveView(call, {
    find: (id) => findAsk(call, id),
    answer,
    answerQuestions,
    whyNoCode: (ask) => whyNoCode(call, ask),
  });
}

/** The process that held the lock has ended, or was a daemon that does not answer, which is ended. */
async function isFreeNow({ places }: Call): Promise<boolean> {
  const { state } = await findDaemon(places);
  return state === "down" || (state === "hung" && (await stopDaemon(places)) !== "still there");
}

async function detach(call: Call, running: JsonObject | undefined): Promise<number> {
  const started =
    running === undefined ? await startDetached(call.places, stableProgramPath(call)) : { status: running };
  if ("problem" in started) {
    refuse(call, finding("DAEMON_FAILED", started.problem, { file: daemonPlace(call.places).log }));
    return PROBLEMS;
  }
  const { status } = started;
  if (call.json) json(call, status);
  else call.out(`The daemon is ${running === undefined ? "running" : "already running"} (pid ${status["pid"]}).`);
  if (!call.json && status["port"] === 0)
    call.err("It has no HTTP port: the port in daemon.json is in use. See its log.");
  const oak = oakText(status);
  if (!call.json && oak !== undefined) (oak.isProblem ? call.err : call.out)(oak.text);
  return OK;
}

async function serve(call: Call, shown?: Shown): Promise<number> {
  const options = {
    places: call.places,
    version: packageVersion(),
    program: call.program,
    scripts: dirname(realpathSync(call.program)), // npm starts it through a link
    settings: await loadSettings(call.places),
    project: resolve(call.cwd, (call.flags["project"] as string | undefined) ?? "."),
  };
  const first = await startDaemon(options).catch((error: Error) => error);
  const started = "holder" in first && (await isFreeNow(call)) ? await startDaemon(options) : first;
  if (started instanceof Error || "holder" in started) {
    const problem =
      started instanceof Error
        ? finding("DAEMON_FAILED", started.message, { file: daemonPlace(call.places).log })
        : finding(
            "DAEMON_RUNS",
            started.holder === 0
              ? "one of another container is the daemon of this home"
              : `process ${started.holder} is the daemon already`,
          );
    shown?.close();
    refuse(call, problem);
    return PROBLEMS;
  }
  const { services } = started;
  if (shown !== undefined) {
    call.out(paint("bold", `The daemon is running (pid ${process.pid}) until you press Ctrl-C.`));
    showPageHint(call);
    services.watch((line) => shown.show(line), { canAnswer: shown.canAnswer, withoutHooks: true });
    void shown.unread.then(() => services.stop("the reader of its view has gone"));
  }
  endOnSignals((why) => services.stop(why));
  const endConfirming = shown === undefined ? undefined : await confirmPages(call, shown);
  const why = await started.done;
  endConfirming?.();
  if (shown !== undefined)
    leave(call, shown, why === RESTARTED ? REPLACED : "The daemon has stopped; hooks answer without it, more slowly.");
  return OK;
}

function showPageHint(call: Call): void {
  call.out(`\`${programName(call)} page\` in another terminal shows the same in your browser.\n`);
}

function endOnSignals(stop: (why: string) => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => stop(`it got ${signal}`));
  }
  process.removeAllListeners("uncaughtException");
  // A fault of our own: agents' calls are answered without a daemon rather than by a broken one.
  process.on("uncaughtException", (error) => stop(`an error: ${error.message}`));
}

/** Codes for the local page are shown above the lines that stay. */
async function confirmPages(call: Call, { canAnswer, print }: Shown, tries?: Tries): Promise<() => void> {
  if (!canAnswer) return () => {};
  const { serveFromView } = await import("../page/serve-page.js");
  return serveFromView({ ...call, out: print, raw: print }, tries);
}

/** This process was the daemon: the other one waits for it to end. */
const REPLACED =
  "The daemon was restarted elsewhere, and this view was part of the old one. Run `snaphook up` again: until then, calls that need you are denied at once.";

/** Where to look next. */
function leave(call: Call, shown: Shown, daemon: string): void {
  shown.close();
  call.out(`${shown.summary()}\n${daemon}`);
  call.out(
    "Next: `snaphook log` shows these calls, `snaphook why ID` explains one, `snaphook up --detach` starts the daemon in the background.",
  );
}

async function follow(call: Call, shown: Shown, startedAt: number): Promise<number> {
  let since: number | undefined = startedAt;
  let stop = () => {};
  let isOver = false;
  const leaveView = () => {
    isOver = true;
    stop();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.removeAllListeners(signal);
    process.on(signal, leaveView);
  }
  void shown.unread.then(leaveView);
  const tries = { wrong: 0 };
  do {
    const last: number = since;
    const endConfirming = await confirmPages(call, shown, tries);
    const options = { canAnswer: shown.canAnswer, withoutHooks: true };
    const watching = watchDaemon(addressOf(call.places), (line) => shown.show(line), options);
    stop = watching.stop;
    if (isOver) watching.stop();
    const { why } = await watching.over;
    endConfirming();
    shown.show({ kind: "asks", open: [] }); // its calls do not wait any more
    if (isOver) break;
    if (why === "silent") shown.print("The daemon does not answer.");
    const old = why === "silent" ? undefined : last; // it may only be slow
    since = why === "refused" ? undefined : await nextDaemon(call, old, () => isOver);
    if (since !== undefined) shown.print(since === last ? "The daemon answers again." : "The daemon was restarted.");
  } while (since !== undefined);
  leave(call, shown, await stateText(call));
  return OK;
}

async function stateText({ places }: Call): Promise<string> {
  const found = await findDaemon(places);
  if (found.state === "running") return "The daemon is still running.";
  if (found.state === "down") return "The daemon has stopped.";
  return `The daemon (pid ${found.pid}) does not answer. \`snaphook restart\` ends it and starts another one.`;
}

/** When the daemon was started that replaced this one, or any without `old`; undefined if none does. */
async function nextDaemon(call: Call, old: number | undefined, isOver: () => boolean): Promise<number | undefined> {
  for (const until = Date.now() + RESTART_MS; Date.now() < until && !isOver(); await wait(100)) {
    const found = await findDaemon(call.places);
    const startedAt = found.state === "running" ? Number(found.status["startedAt"]) : old;
    if (startedAt !== old) return startedAt;
    if (found.state === "down" && wasStopped(call.places)) return undefined;
  }
  return undefined;
}

export default command;
