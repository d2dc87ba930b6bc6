/** What a daemon that was ended hard left behind, and one that lives and does not answer. */
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { findDaemon } from "../../client/daemon-control.js";
import { holderOf } from "../../client/daemon-lock.js";
import { type Finding, finding } from "../../core/errors.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import type { Check } from "./check.js";

const ANSWER_MS = 1000;

export const daemonLeftovers: Check = {
  name: "daemon's socket and lock",
  async run({ call }) {
    const place = daemonPlace(call.places);
    const holder = holderOf(place);
    const found: Finding[] = [];
    // The system accepts connections although no process handles them.
    if (holder !== undefined && (await findDaemon(call.places)).state === "hung")
      return [
        finding("DAEMON_SILENT", `the daemon (process ${holder}) does not answer`, { file: place.controlSocket }),
      ];
    for (const file of [place.hooksSocket, place.controlSocket]) {
      if (!existsSync(file) || (await answers(file))) continue;
      found.push(
        holder === undefined
          ? finding("DAEMON_LEFTOVER", "no process answers on this socket", { file })
          : finding("DAEMON_SILENT", `the daemon (process ${holder}) does not answer on this socket`, { file }),
      );
    }
    if (holder === undefined && existsSync(place.lock))
      found.push(finding("DAEMON_LEFTOVER", "the process that held this lock has ended", { file: place.lock }));
    return found;
  },
};

function answers(file: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(file);
    const end = (answered: boolean) => {
      socket.destroy();
      done(answered);
    };
    socket.setTimeout(ANSWER_MS, () => end(false));
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}
