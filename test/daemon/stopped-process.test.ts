import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findDaemon } from "../../src/client/daemon-control.js";
import { DaemonPlace } from "../support/running-daemon.js";

describe("a daemon whose process is stopped", () => {
  it("is named by `status`, and `down` ends it", async () => {
    const place = new DaemonPlace();
    await place.up();
    const { pid } = place.daemon!;
    place.daemon!.kill("SIGSTOP");
    const status = await place.run(["status"]);
    expect(status).toMatchObject({ code: 1, stderr: expect.stringContaining(`process ${pid}`) });
    expect((await place.run(["down"])).stdout).toContain("killed");
    expect(await findDaemon(place)).toEqual({ state: "down" });
  });

  it("refuses none of a thousand calls that come at once: they wait until it goes on", async () => {
    const place = new DaemonPlace();
    await place.up();
    place.daemon!.kill("SIGSTOP");
    const most = Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8")); // what the system queues
    const sockets = Array.from({ length: Math.min(1_000, most) }, () => connect(join(place.folder, "hooks.sock")));
    place.atEnd(() => sockets.forEach((socket) => void socket.destroy()));
    const outcomes = sockets.map(
      (socket) =>
        new Promise<string>((done) => {
          socket.once("connect", () => done("queued"));
          socket.once("error", ({ message }) => done(message));
        }),
    );
    expect((await Promise.all(outcomes)).filter((outcome) => outcome !== "queued")).toEqual([]);
    place.daemon!.kill("SIGCONT");
    expect((await place.status()).pid).toBe(place.daemon!.pid);
  });
});
