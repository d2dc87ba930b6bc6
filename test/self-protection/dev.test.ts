import { writeFileSync } from "node:fs";
import { it } from "vitest";
import { ATTACK_COMMANDS } from "./cases/attack-commands.js";
import { ATTACK_TOOLS, OWN_SCRIPTS, SECRET_READS } from "./cases/attack-tools.js";
import { EVERYDAY } from "./cases/everyday.js";
import { GuardedHome, lineOf, stopped } from "./place.js";

it("dev", async () => {
  const place = await GuardedHome.make();
  const half = (process.env["HALF"] ?? "seen") as "seen" | "unseen";
  const out: string[] = [];
  for (const [name, cases] of Object.entries({ ATTACK_COMMANDS, ATTACK_TOOLS, SECRET_READS, OWN_SCRIPTS, EVERYDAY })) {
    const judged = await place.judge(cases, half);
    const held = stopped(judged);
    const wrong = name === "EVERYDAY" ? held : judged.filter((one) => !held.includes(one));
    out.push(`== ${name} ${half}: ${held.length} of ${judged.length} stopped`);
    out.push(...wrong.map((one) => `${lineOf(one)} ${one.reason.slice(0, 150)}`));
  }
  writeFileSync("/tmp/wt/s14-dev.txt", out.join("\n"));
});
