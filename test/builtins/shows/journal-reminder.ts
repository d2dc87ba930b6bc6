import { join } from "node:path";
import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-A7",
  what: "reminds the person once, while there is no entry",
  async show(place) {
    place.use("journal-reminder");
    const stop = async (session_id: string) =>
      JSON.stringify((await place.tell("Stop", { session_id, last_assistant_message: `${Math.random()}` })).said);
    expect(await stop("s1")).toContain("no journal entry for today");
    expect(await stop("s1")).toBe("{}");
    const now = new Date();
    const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
    place.write(join(place.home, "journal", `${today.join("-")}.md`), "wrote");
    expect(await stop("s2")).toBe("{}");
  },
};

export default show;
