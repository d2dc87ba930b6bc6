/** `log`, `sessions`, `session` and `stats` count the same calls as stopped, also without a daemon. */
import { expect, it } from "vitest";
import { bash, ProgramPlace, says } from "../support/program.js";

it("a question that became a denial counts as stopped everywhere", async () => {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", {
    hooks: {
      PreToolUse: [
        { id: "asks", matcher: "Bash(git push *)", command: says("ask", "sends commits away") },
        { id: "denies", matcher: "Bash(rm *)", command: says("deny", "deletes") },
      ],
    },
  });
  for (const command of ["git push a", "git push b", "rm c", "ls"]) {
    const input = { session_id: "s1", cwd: place.project, permission_mode: "bypassPermissions", ...bash(command) };
    await place.run(["hook", "codex", "PreToolUse"], { input });
  }
  const logged = await place.json<{ sent: string }[]>(["log"]);
  expect(logged.map(({ sent }) => sent)).toEqual(["deny", "deny", "deny", "none"]);
  // The first command that reads the store imports what was recorded without a daemon.
  const listed = await place.run(["sessions"]);
  expect(listed).toMatchObject({ code: 0, stderr: "" });
  expect(await place.json(["sessions"])).toMatchObject([{ id: "s1", calls: 4, stopped: 3 }]);
  expect(await place.json(["session", "s1"])).toMatchObject({ session: { calls: 4, stopped: 3 } });
  expect((await place.run(["session", "s1"])).stdout).toContain("4 tool calls: 0 ran, 3 stopped");
  const { hooks } = await place.json<{ hooks: { hook: string; stopped: number }[] }>(["stats"]);
  expect(hooks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ hook: "asks", runs: 2, stopped: 2 }),
      expect.objectContaining({ hook: "denies", runs: 1, stopped: 1 }),
    ]),
  );
});
