/** What a loss of power leaves: the launcher refers to nothing that is not on the disk. Seen in the system calls of `install`. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { readTrace, STRACE } from "../store/power-loss/read-trace.js";
import { PROGRAM, ProgramPlace } from "../support/program.js";

const place = () => new ProgramPlace();

it("T7b every copied file, and each folder on the way to it, is synced before the launcher appears [synced copy] [synced folders]", async () => {
  const { data, env, project, root } = place();
  const trace = join(root, "trace");
  execFileSync("strace", [...STRACE, "-o", trace, process.execPath, PROGRAM, "install", "claude-code"], {
    cwd: project,
    env,
    stdio: "ignore",
  });
  const steps = await readTrace(trace, data);
  const at = (found: (step: (typeof steps)[number]) => boolean) => steps.findIndex(found);
  const launcher = at((step) => step.do === "rename" && step.to === join(data, "launch"));
  const [version = ""] = readdirSync(join(data, "versions"));
  const folder = join(data, "versions", version);
  const moved = at((step) => step.do === "rename" && step.to === folder);
  expect({ moved: moved > 0, launcher: launcher > moved }).toEqual({ moved: true, launcher: true });

  const step = steps[moved]!;
  const copy = step.do === "rename" ? step.path : "";
  const copied = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => dirname(path) !== "compiled"); // made again when it is lost
  const synced = (from: number, until: number) =>
    new Set(steps.slice(from, until).flatMap((one) => (one.do === "sync" ? [one.path] : [])));
  const before = synced(0, moved);
  expect(copied.length).toBeGreaterThan(50);
  expect([...copied.map((path) => join(copy, path)), copy].filter((path) => !before.has(path))).toEqual([]);
  expect([join(data, "versions"), data].filter((path) => !synced(moved, launcher).has(path))).toEqual([]);
});
