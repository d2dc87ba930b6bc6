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
});
