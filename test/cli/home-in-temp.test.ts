/** A home or project below a temporary folder, as in CI and sandboxes, is a home or project: every place of these tests is. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { bash, ProgramPlace } from "../support/program.js";
import { removeFolder } from "../support/remove-folder.js";

let place: ProgramPlace;
const cleaners: (() => void)[] = [];
beforeAll(async () => {
  place = new ProgramPlace((clean) => void cleaners.push(clean));
  await place.run(["add", "protect-commands"]);
  return () => cleaners.forEach((clean) => clean());
});

const verdictOn = async (command: string) => {
  const answer = (await place.hook("PreToolUse", bash(command))) as {
    hookSpecificOutput?: { permissionDecision?: string };
  };
  return answer.hookSpecificOutput?.permissionDecision ?? "none";
};

it.each([
  ["rm -rf ~/important", "ask"],
  ['rm -rf "$HOME/important"', "ask"],
  ["cd ~ && rm -rf important", "ask"],
  ["find ~/important -mindepth 1 -delete", "ask"],
  ["python3 -c 'import shutil, os; shutil.rmtree(os.path.expanduser(\"~/important\"))'", "ask"],
  ["rm -rf ~", "deny"],
  ["rm -rf ~/*", "deny"],
  ["rm -rf build", "none"],
])("%s → %s", async (command, verdict) => {
  expect(await verdictOn(command)).toBe(verdict);
});

it("the temporary folder that holds a home is not searched for what to delete", async () => {
  expect(await verdictOn("find /tmp -name '*.txt' -delete")).not.toBe("none");
});

it("what lies in the temporary folder beside home and project is temporary", async () => {
  const other = mkdtempSync(join(tmpdir(), "snaphook-other-"));
  onTestFinished(() => removeFolder(other));
  expect(await verdictOn(`rm -rf ${other}`)).toBe("none");
});
