import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O27",
  what: "denies a write to a system file, by a file tool and by the shell",
  async show(place) {
    place.use("system-guard");
    const file_path = place.path("Projects/x/_meta.yaml");
    for (const told of [
      await place.before("Write", { file_path, content: "" }),
      await place.before("Bash", { command: "echo x > Projects/x/_meta.yaml" }),
    ])
      expect(told).toMatchObject({ verdict: "deny", reason: expect.stringContaining("orion para update") });
    expect((await place.before("Read", { file_path })).verdict).toBe("none");
  },
};

export default show;
