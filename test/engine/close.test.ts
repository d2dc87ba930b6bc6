import { describe, expect, it } from "vitest";
import { UserPlace } from "../support/user-place.js";

describe("closing", () => {
  it("EX-12 a process ends when its background hooks have, not when their grace period has", () => {
    const place = new UserPlace();
    const script = place.write(
      "background.mjs",
      `import { createHooks } from "snaphook";
      const hooks = createHooks();
      hooks.on("PostToolUse", { background: true }, () => new Promise((done) => setTimeout(done, 50)));
      await hooks.fire("PostToolUse", { tool_name: "Bash", tool_input: {} });
      await hooks.close(3_600_000);`,
    );
    const { status, printed } = place.run(process.execPath, script);
    expect(status, printed).toBe(0);
    place.remove();
  });
});
