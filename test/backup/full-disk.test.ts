/** A disk that is full in the middle of a backup or a restore: a limit on the size of files, which their processes inherit. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import { eventRecord, START } from "../support/capture-rows.js";
import { PROGRAM } from "../support/program.js";
import { BackupPlace } from "./backup-place.js";

/** In blocks of 512 bytes; the store is larger. */
const MOST_BLOCKS = 1_000;

let place: BackupPlace;
beforeEach(async () => {
  place = new BackupPlace();
  place.permitScripts("restore");
  const text = { tool_name: "Bash", output_summary: "x".repeat(400) };
  await place.take(...Array.from({ length: 1_500 }, (_, n) => eventRecord("PostToolUse", text, { at: START + n })));
});

async function onFullDisk(...args: readonly string[]): Promise<{ code: number; printed: string }> {
  const script = `ulimit -f ${MOST_BLOCKS} && exec "$@"`;
  const child = spawn("sh", ["-c", script, "sh", process.execPath, PROGRAM, ...args], {
    env: { HOME: place.places.home, PATH: process.env["PATH"] ?? "" },
    cwd: place.places.home,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const [code] = (await once(child, "close")) as [number];
  return { code, printed };
}

it("a backup fails, says so and leaves no file; the store goes on", async () => {
  expect(await onFullDisk("backup")).toMatchObject({ code: 1, printed: expect.stringContaining("BACKUP_FAILED") });
  expect(readdirSync(place.folder)).toEqual([]);
  expect(place.made().counts.events).toBe(1_500);
});

it("a restore fails, and the store in use keeps every byte", async () => {
  const { file } = place.made();
  await place.session("later");
  const before = readFileSync(place.store);
  expect(await onFullDisk("restore", file)).toMatchObject({
    code: 1,
    printed: expect.stringContaining("RESTORE_FAILED"),
  });
  expect(readFileSync(place.store).equals(before)).toBe(true);
  expect(place.beside().filter((name) => /restor/.test(name))).toEqual([]);
  expect(await place.sessions()).toContain("later");
});
