import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { programName } from "../../src/cli/output/program-name.js";
import { PROGRAM, ProgramPlace } from "../support/program.js";

/** Commands of a printed text, which has them in backticks. */
const commandsIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, command = ""]) => command);

describe("commands that are printed to be typed", () => {
  it("work where the program is not on the PATH", async () => {
    const place = new ProgramPlace();
    const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
    const { stdout } = await place.run(["demo"], { env: { PATH } });
    const commands = commandsIn(stdout.split("\n").findLast((line) => line.startsWith("Next:")) ?? "");
    expect(commands).toHaveLength(2);
    for (const command of commands) {
      const ran = spawnSync("sh", ["-c", command], { cwd: place.project, env: { ...place.env, PATH } });
      expect(ran.status, command).toBe(0);
    }
  });

  it("use the shortest name that leads to this program", () => {
    const place = new ProgramPlace();
    const bin = join(place.root, "bin");
    const npmBin = join(place.root, "node_modules/.bin");
    for (const folder of [bin, npmBin]) {
      mkdirSync(folder, { recursive: true });
      symlinkSync(PROGRAM, join(folder, "snaphook"));
    }
    const named = (PATH: string, cwd = dirname(dirname(PROGRAM)), program = PROGRAM) =>
      programName({ program, cwd, environment: { PATH } });
    expect(named(`/usr/bin:${bin}`)).toBe("snaphook");
    expect(named(`${npmBin}:/usr/bin`)).toBe("node dist/snaphook.cjs");
    expect(named("/usr/bin", place.project)).toBe(`node ${PROGRAM}`);
    expect(named("/usr/bin", "/", "/home/a/.npm/_npx/1/node_modules/snaphook/dist/snaphook.cjs")).toBe("npx snaphook");
  });
});
