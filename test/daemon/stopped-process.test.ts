import { describe, expect, it } from "vitest";
import { findDaemon } from "../../src/client/daemon-control.js";
import { MenuTerminal } from "../support/menu-terminal.js";
import { PagePlace } from "../support/page-place.js";
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

  it("is not one that has ended for `up`, which goes on when it answers again, and for `page`", async () => {
    const place = await PagePlace.open();
    const page = await place.pageTerminal();
    const view = new MenuTerminal(place, { args: ["up"] });
    await expect.poll(async () => (await place.status()).attended).toBe(true);
    place.daemon!.kill("SIGSTOP");
    await view.until(/The daemon does not answer\./);
    place.daemon!.kill("SIGCONT");
    await view.until(/The daemon answers again\./);
    await expect.poll(async () => (await place.status()).attended).toBe(true);
    place.daemon!.kill("SIGSTOP");
    await view.until(/The daemon \(pid \d+\) does not answer\. `snaphook restart` ends it/);
    expect(await view.ended).toEqual({ code: 0, restored: true });
    expect(view.bytes).not.toMatch(/has stopped|was restarted/);
    await expect.poll(page.shown).toContain("The daemon does not answer. Run `snaphook restart`");
    expect(page.shown()).not.toContain("has ended");
  });
});
