import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ProgramPlace } from "../support/program.js";

const path = (name: string) => fileURLToPath(new URL(`../support/${name}`, import.meta.url));

it("OB-09 on Pi's terminal nothing appears of what hooks print, also straight to the terminal", async () => {
  const place = new ProgramPlace();
  const noise = "echo on-stderr >&2; (echo on-the-terminal >/dev/tty) 2>/dev/null; true";
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "noisy", command: noise }] } });
  expect((await place.run(["install", "pi"])).code).toBe(0);
  const extension = join(place.root, "extension.mjs");
  copyFileSync(join(place.home, ".pi/agent/extensions/snaphook.js"), extension);
  const call = { event: { type: "tool_call", toolName: "bash", toolCallId: "c1", input: { command: "ls" } } };
  const script = place.write("script.json", JSON.stringify([call]));
  const line = `"${process.execPath}" "${path("pi-runner.mjs")}" "${extension}" < "${script}"`;
  const ran = spawnSync("python3", [path("terminal.py"), "never printed", "", "", "sh", "-c", line], {
    cwd: place.project,
    env: { ...place.env, TERM: "xterm" },
    encoding: "utf8",
    timeout: 170_000,
  });
  expect(place.read(join(place.state, "hooks.log"))).toContain('"noisy"');
  const printed = ran.stdout.trim().split(/\r?\n/);
  expect(printed).toHaveLength(1);
  expect(JSON.parse(printed[0]!)).toMatchObject({ played: [{ returned: [] }] });
});
