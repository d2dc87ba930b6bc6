/** What a person approves for longer, on a terminal, with a real daemon. */
import { beforeEach, expect, it } from "vitest";
import { provePerson } from "../../src/client/person-proof.js";
import { onTerminal } from "../support/on-terminal.js";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace();
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
});
const start = async () => {
  await place.wire();
  await place.up();
};
const call = async (more: object = {}) => {
  const input = { session_id: "s", cwd: place.project, permission_mode: "bypassPermissions" };
  const { stdout } = await place.launch("codex", "PreToolUse", { ...input, ...bash("make release"), ...more });
  return stdout === "" ? "passed" : stdout;
};

it("approve --again: the same call passes again, any other is asked, and revoke ends it", async () => {
  await start();
  expect(await call()).toContain("snaphook approve");
  const { id } = (await place.asks("pending"))[0]!;
  const { stdout, code } = await onTerminal(place, ["approve", id, "--again"]);
  expect(stdout).toContain("for 60 minutes");
  expect(code).toBe(0);
  for (let i = 0; i < 3; i++) expect(await call()).toBe("passed");
  expect(await call(bash("make release all"))).toContain("deny");
  expect(await call({ session_id: "t" })).toContain("deny");
  const listed = (await place.run(["asks"])).stdout;
  expect(listed).toMatch(/approved for 60 minutes by \S+ \(terminal, typed code\) at [\d:]+; used 3 times, until/);
  await expect
    .poll(async () => (await place.events()).flatMap(({ notes }) => notes.map(({ message }) => message)))
    .toContainEqual(expect.stringContaining("also holds for the same call in this session"));
  expect((await place.run(["log"])).stdout).toMatch(/ ✓ codex .*approved by \S+ \(terminal, for 60 minutes\)/);
  expect((await place.run(["revoke", id])).code).toBe(0);
  expect(await call()).toContain("deny");
});

it("T15 the proof of an approval for once is none for longer, nor the other way round", async () => {
  await start();
  await call();
  const [ask] = await place.asks("pending");
  const { id, hash } = ask!;
  const by = { user: "ann", terminal: "/dev/pts/1" };
  const send = (proven: object, scope?: string) =>
    place.ask({
      method: "POST",
      path: `/v1/asks/${id}`,
      body: {
        hash,
        verdict: "allow",
        proof: provePerson(place.data, { id, hash, ...proven }, by),
        ...(scope && { scope }),
      },
    });
  expect(await send({}, "again")).toMatchObject({ kind: "refused", status: 403 });
  expect(await send({ scope: "rule" }, "again")).toMatchObject({ kind: "refused", status: 403 });
  expect(await send({ scope: "again" })).toMatchObject({ kind: "refused", status: 403 });
  expect(await send({ scope: "again" }, "forever")).toMatchObject({ kind: "refused", status: 400 });
  expect(await send({ scope: "again" }, "again")).toMatchObject({ kind: "ok" });
});

it("`late: drop` in daemon.json keeps no question, and the agent is not told of a late answer", async () => {
  place.writeUser("daemon.json", { approvals: { late: "drop" } });
  await start();
  const told = await call();
  expect(told).toContain("no user can be asked now");
  expect(told).not.toContain("snaphook approve");
  expect(await place.asks("pending")).toEqual([]);
});

it("a late answer lets the same call pass once, reworded too; a third time and another byte are asked again", async () => {
  place.writeUser("daemon.json", { approvals: { lateMinutes: 5 } });
  await start();
  await call();
  const [ask] = await place.asks("pending");
  expect(ask!.expiresAt - ask!.askedAt).toBe(5 * 60_000);
  expect(await place.answerAsk(ask!, "allow")).toMatchObject({ body: { outcome: "kept" } });
  expect(await call(bash("make release\n"))).toContain("deny");
  const reworded = { tool_name: "Bash", tool_input: { command: "make release", description: "Release it again" } };
  expect(await call(reworded)).toBe("passed");
  expect(await call()).toContain("deny");
});
