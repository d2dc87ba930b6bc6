import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-C13",
  what: "denies what would make STATUS.md longer than its cap",
  async show(place) {
    place.use({ builtin: "status-size", options: { maxBytes: 100 } });
    const file_path = "docs/STATUS.md";
    place.write(file_path, "a".repeat(90));
    const edit = (new_string: string) => place.before("Edit", { file_path, old_string: "aaa", new_string });
    expect(await edit("b".repeat(14))).toMatchObject({ verdict: "deny", reason: expect.stringContaining("101 bytes") });
    expect((await edit("b".repeat(13))).verdict).toBe("none");
    expect((await place.before("Write", { file_path, content: "x".repeat(101) })).verdict).toBe("deny");
    expect((await place.before("Write", { file_path, content: "x\n".repeat(40) })).verdict).toBe("none");
    expect((await place.before("Write", { file_path: "NOTES.md", content: "x".repeat(999) })).verdict).toBe("none");
  },
};

export default show;
