import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-C5 SE-13",
  what: "answers the prompt for an edit, and is warned about where no guard stands",
  async show(place) {
    place.use("permission-auto-allow");
    const ask = (tool_name: string) =>
      place.tell("PermissionRequest", { tool_name, tool_input: { file_path: "a.ts" } });
    const { said } = await ask("Edit");
    expect(JSON.stringify(said)).toBe(
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}',
    );
    expect((await ask("Bash")).verdict).toBe("none");
    const warned = async () => (await place.validate()).findings.some(({ code }) => code === "PERMISSION_UNGUARDED");
    expect(await warned()).toBe(true);
    place.use("permission-auto-allow", "protect-commands");
    expect(await warned()).toBe(false);
  },
};

export default show;
