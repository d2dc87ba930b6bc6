import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O6 SE-06",
  what: "denies a write to .env, and tells of a lockfile",
  async show(place) {
    place.use("protect-paths");
    const env = await place.before("Write", { file_path: ".env", content: "A=1" });
    expect(env.verdict).toBe("deny");
    expect(env.reason).toContain(".env.example");
    const lock = await place.before("Edit", { file_path: "package-lock.json", old_string: "a", new_string: "b" });
    expect(lock.verdict).toBe("none");
    expect(lock.context).toContain("npm install");
  },
};

export default show;
