/** What `log` shows can be given to `why`, on a narrow terminal too; and what both say is said once. */
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { spool } from "../../src/runtime/record/spool.js";
import { eventRecord } from "../support/capture-rows.js";
import { bash, ProgramPlace, says } from "../support/program.js";
import { onWidth, tooWide } from "../support/terminal-width.js";

it.each([60, 80])(
  "log shows the id of each call at %i columns, and `why` takes its first 4 characters",
  async (width) => {
    const place = new ProgramPlace();
    const reason = "sends commits away, to where other people fetch them from and go on with them";
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "asks", command: says("deny", reason) }] } });
    await place.hook("PreToolUse", bash("git push --force origin main && git push --tags"));
    const shown = await onWidth(place, ["log"], width);
    const [line = ""] = stripVTControlCharacters(shown).split("\n");
    expect(line).toMatch(/^\d\d:\d\d:\d\d ✗ claude-code {2}git push/);
    const [, id = ""] = / ([\da-f]{8})$/.exec(line) ?? [];
    expect(id).not.toBe("");
    expect(tooWide(shown, width)).toEqual([]);
    for (const given of [id, id.slice(0, 4)]) {
      const { stdout } = await place.run(["why", given]);
      expect(stdout).toContain("tried    git push --force origin main");
    }
  },
);

it("an id that several decisions begin with is refused, with a list of them, before and after the import", async () => {
  const place = new ProgramPlace();
  for (const id of ["000000000001-aaaaaaaaaaaaabcd0001", "000000000002-bbbbbbbbbbbbabcd0002"])
    spool(place.state, eventRecord("PreToolUse", bash(`echo ${id}`), { id, session: "s1" }));
  for (let times = 0; times < 2; times++) {
    const several = await place.run(["why", "abcd"]);
    expect(several).toMatchObject({ code: 2, stdout: "" });
    expect(several.stderr).toMatch(/"abcd" matches several decisions: abcd000[12], abcd000[12]/);
    expect((await place.run(["why", "abcd0002"])).stdout).toContain("echo 000000000002");
    expect((await place.run(["why", "abc"])).code).toBe(2);
    await place.run(["sessions"]);
  }
});

it("why says the reason once if a question became a denial", async () => {
  const place = new ProgramPlace();
  const reason = "sends commits to a branch of others";
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "asks", command: says("ask", reason) }] } });
  const input = { session_id: "s1", cwd: place.project, ...bash("git push") };
  await place.run(["hook", "codex", "PreToolUse"], { input });
  const { stdout } = await place.run(["why"]);
  expect(stdout).toMatch(/^deny on PreToolUse Bash/);
  expect(stdout).toContain("decided  ask by the hooks");
  expect(stdout.split(reason)).toHaveLength(2);
});

it("fire prints no time beside the decision, which would be that of one hook", async () => {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "no", command: says("deny", "not here") }] } });
  const { stdout } = await place.run(["fire", "PreToolUse", "--payload", "-"], { input: bash("ls") });
  expect(stdout.split("\n")[0]).toMatch(/^PreToolUse: deny {2}\(no from [^,]+\)$/);
  expect(stdout).toMatch(/^ +no +deny +[\d.]+ ms/m);
});

it("doctor says that test calls are not calls of the agent", async () => {
  const place = new ProgramPlace();
  await place.run(["setup", "codex", "--yes"]);
  expect((await place.run(["log"])).stdout).toContain("codex");
  const { stdout } = await place.run(["doctor"]);
  expect(stdout.replace(/\s+/g, " ")).toContain(
    "Codex CLI is wired, and has not called Snaphook yet (test calls of `setup` do not count).",
  );
});
