import { join } from "node:path";
import { finding } from "../../core/errors.js";
import { watchDaemon } from "../../daemon/control.js";
import { logDaemon, startDaemon } from "../../daemon/daemon.js";
import { daemonPlace } from "../../daemon/places.js";
import { packageRoot, packageVersion } from "../../runtime/package.js";
import { type Call, type Command, OK, PROBLEMS } from "../command.js";
import { type DaemonStatus, daemonStatus, startInBackground } from "../daemon-control.js";
import { showLine } from "../live-view.js";
import { json, paint, refuse } from "../print.js";

const command: Command = {
  summary: "Start the daemon and watch events and decisions; hooks answer in a few milliseconds then.",
  usage: "[--detach]",
  example: "snaphook up --detach",
  options: {
    detach: { type: "boolean", help: "Start it in the background and return." },
    serve: { type: "boolean", help: "Be the daemon, without a view. What --detach starts." },
  },
  exits: { 1: "the daemon could not be started" },
  async run(call) {
    if (call.flags["serve"]) return serve(call, () => {});
    const running = await daemonStatus(call);
    if (call.flags["detach"] || call.json) return detach(call, running);
    if (running === undefined) {
      call.out(paint("bold", "The daemon runs as long as this command. Ctrl-C ends it."));
      return serve(call, (line) => showLine(call, line));
    }
    call.out(paint("bold", `The daemon runs already (pid ${running.pid}). Ctrl-C ends this view only.`));
    await watchDaemon(daemonPlace(call.places).socket, (line) => showLine(call, line));
    return OK;
  },
};

async function detach(call: Call, running: DaemonStatus | undefined): Promise<number> {
  const status = running ?? (await startInBackground(call));
  if (status === undefined) {
    const { log } = daemonPlace(call.places);
    refuse(call, finding("DAEMON_FAILED", "the daemon did not come up", { file: log }));
    return PROBLEMS;
  }
  if (call.json) json(call, status);
  else call.out(`The daemon ${running === undefined ? "is up" : "runs already"} (pid ${status.pid}).`);
  return OK;
}

async function serve(call: Call, onLine: (line: object) => void): Promise<number> {
  const place = daemonPlace(call.places);
  const daemon = await startDaemon({
    places: call.places,
    version: packageVersion(),
    program: call.program,
    functionWorker: join(packageRoot(), "dist/function-worker.cjs"),
  });
  if (daemon === undefined) {
    refuse(call, finding("DAEMON_RUNS", "another daemon runs already"));
    return PROBLEMS;
  }
  logDaemon(place, `up: pid ${process.pid}, port ${daemon.port}`);
  daemon.watch(onLine);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => daemon.stop(`it got ${signal}`));
  }
  const why = await daemon.done;
  logDaemon(place, `down: ${why}`);
  return OK;
}

export default command;
