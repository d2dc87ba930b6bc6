import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { PROGRAM, ProgramPlace } from "../support/program.js";

describe("the output of a command in a pipe", () => {
  it("ends quietly when the reader has closed it", () => {
    const place = new ProgramPlace();
    const script = '"$0" "$1" list | true; echo "${PIPESTATUS[0]}"';
    const options = { cwd: place.project, env: place.env, encoding: "utf8" } as const;
    const { stdout, stderr } = spawnSync("bash", ["-c", script, process.execPath, PROGRAM], options);
    expect({ stdout, stderr }).toEqual({ stdout: "0\n", stderr: "" });
  });

  it("arrives whole where the pipe does not block and its reader is slow", async () => {
    const place = new ProgramPlace();
    const whole = (await place.run(["agents", "--json"])).stdout;
    const fifo = join(place.root, "fifo");
    execFileSync("mkfifo", [fifo]);
    const end = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
    const filler = fill(end);
    writeFileSync(join(place.root, "tell.cjs"), TELLS_WHEN_FULL);
    const args = [process.execPath, "-r", join(place.root, "tell.cjs"), PROGRAM, "agents", "--json"];
    // Node makes the first three of a child blocking.
    const child = spawn("sh", ["-c", 'exec "$0" "$@" >&4 4>&-', ...args], {
      cwd: place.project,
      env: place.env,
      stdio: ["ignore", "ignore", "inherit", "pipe", end],
    });
    const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    closeSync(end);
    const exit = once(child, "exit");
    await once(child.stdio[3]!, "data"); // nothing is read before
    const text = await drain(reader);
    expect(await exit).toEqual([0, null]);
    expect(text.slice(filler) === whole).toBe(true);
  });
});

const TELLS_WHEN_FULL = `const fs = require("node:fs");
const { writeSync } = fs;
fs.writeSync = (...given) => {
  try {
    return writeSync(...given);
  } catch (error) {
    if (error.code === "EAGAIN") writeSync(3, "full");
    throw error;
  }
};
`;

/** Until nothing more fits. Returns how much that was. */
function fill(pipe: number): number {
  const block = Buffer.alloc(4096, "x");
  for (let size = 0; ; size += block.length) {
    try {
      writeSync(pipe, block);
    } catch {
      return size;
    }
  }
}

async function drain(pipe: number): Promise<string> {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(1000);
  for (;;) {
    try {
      const length = readSync(pipe, chunk);
      if (length === 0) break;
      chunks.push(Buffer.from(chunk.subarray(0, length)));
    } catch {
      await turn(); // nothing there now
    }
  }
  closeSync(pipe);
  return Buffer.concat(chunks).toString("utf8");
}
