import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O28",
  what: "denies making a project by hand, and names the command",
  async show(place) {
    place.use("cli-redirect");
    const told = await place.before("Bash", { command: "mkdir Projects/garden" });
    const right = "orion para create-entity --type project --name garden";
    expect(told).toMatchObject({ verdict: "deny", reason: expect.stringContaining(right) });
    expect((await place.before("Bash", { command: right })).verdict).toBe("none");
  },
};

export default show;
