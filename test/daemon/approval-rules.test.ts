/** Rules of effects, from the question to the end of the rule, with a real daemon, git and terminal. */
import { execFileSync } from "node:child_process";
import { beforeEach, describe, expect, it } from "vitest";
import { onTerminal } from "../support/on-terminal.js";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(async () => {
  place = new DaemonPlace();
  const git = (...args: string[]) => execFileSync("git", args, { cwd: place.project });
  git("init", "-q");
  git("remote", "add", "origin", "https://ada:s3cret-pass-8812@github.com/ada/shop.git");
  git("remote", "add", "fork", "git@github.com:eve/shop.git");
  place.writeUser("hooks.json", {
    hooks: [
      { event: "PreToolUse", builtin: "protect-git", options: { push: "ask" } },
      { event: "PreToolUse", builtin: "protect-paths", options: { ask: ["docs/**"] } },
      { event: "PreToolUse", id: "own", matcher: "Bash(git push origin own*)", command: says("ask", "own rule") },
    ],
  });
  await place.wire();
  await place.up();
});

const told = async (more: object) => {
  const input = { session_id: "s", cwd: place.project, permission_mode: "bypassPermissions" };
  return (await place.launch("codex", "PreToolUse", { ...input, ...more })).stdout;
};
/** `passes`, `asked` or `denied`. */
const outcome = async (command: string, more: object = {}) => {
  const text = await told({ ...bash(command), ...more });
  if (!text.includes('"deny"')) return "passes";
  return text.includes("needs the user's approval") ? "asked" : "denied";
};
const asked = async (command: string) => {
  expect(await outcome(command)).toBe("asked");
  return (await place.asks("pending")).find(({ input }) => input.includes(command))!;
};
const flat = (text: string) => text.replace(/\s+/g, " ");

describe("approve --rule", () => {
  it("lets another branch pass; force, another remote and other effects are asked or denied; --end ends it", async () => {
    const { id } = await asked("git push origin feature");
    const offered = flat((await place.run(["approve", id, "--rules"])).stdout);
    expect(offered).toContain("1 `git push` to `origin` of this project (https://");
    expect(offered).toContain("2 `git push` to `origin` of this project");
    expect(offered).toContain("branch `feature`, no force");
    expect(offered).not.toContain("s3cret-pass");
    const { stdout, code } = await onTerminal(place, ["approve", id, "--rule", "1", "--for", "7d"]);
    expect(flat(stdout)).toContain(`Approved ${id}. The rule is active until`);
    expect(code).toBe(0);

    for (const command of ["git push origin feature", "git push origin another", "git push -u origin third"])
      expect(await outcome(command), command).toBe("passes");
    expect(await outcome("git push origin another", { session_id: "t" })).toBe("passes");
    for (const command of [
      "git push --force origin feature",
      "git push fork feature",
      "git push origin main",
      "git push origin own",
      "git push origin another && git branch -D old",
    ])
      expect(await outcome(command), command).toBe("asked");
    expect(await outcome("git push --mirror origin")).toBe("denied");
    expect(await outcome("git push origin another && git reset --hard")).toBe("denied");

    const rule = /by a rule of \S+: `git push` to `origin`/;
    const named = async () =>
      (await place.events()).find(({ hooks }) => hooks.some(({ reason }) => rule.test(reason ?? "")));
    await expect.poll(named).toBeDefined();
    const passed = await named();
    const why = flat((await place.run(["why", passed!.id])).stdout);
    expect(why).toMatch(rule);
    expect(why).toContain(`snaphook except --end ${id}`);
    expect(flat((await place.run(["asks", "--all"])).stdout)).toContain("approved with a rule by");
    const log = (await place.run(["log", "--limit", "50"])).stdout;
    expect(log).toMatch(/protect-git allowed this call by a rule of \S+: `git push` to `origin`/);
    const listed = await place.run(["except", "--list", "--json"]);
    expect(listed.stdout).not.toContain("s3cret-pass");
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { decision: id, guard: "protect-git", active: true, rule: { act: "push", remote: "origin" } },
    ]);
    expect(await place.run(["except", "--end", id])).toMatchObject({ code: 0 });
    for (const command of ["git push origin another", "git push origin feature"])
      expect(await outcome(command), command).toBe("asked");
  });

  it("T4 holds no longer if the remote leads elsewhere", async () => {
    const { id } = await asked("git push origin feature");
    expect(await onTerminal(place, ["approve", id, "--rule", "1", "--for", "1h"])).toMatchObject({ code: 0 });
    expect(await outcome("git push origin b")).toBe("passes");
    execFileSync("git", ["remote", "set-url", "origin", "git@github.com:eve/x.git"], { cwd: place.project });
    expect(await outcome("git push origin b")).toBe("asked");
  });

  it("writes below a folder", async () => {
    const file = place.write("docs/guide/a.md", "x");
    const write = (path: string) =>
      told({ tool_name: "Write", tool_input: { file_path: path, content: "y" } }).then((text) => text.includes("deny"));
    expect(await write(file)).toBe(true);
    const [ask] = await place.asks("pending");
    const offered = await place.run(["approve", ask!.id, "--rules", "--json"]);
    expect(JSON.parse(offered.stdout)).toMatchObject({
      rules: [
        { number: 1, what: "writes below `docs/guide/`", guards: ["protect-paths"] },
        { number: 2, what: "writes `docs/guide/a.md`" },
        { number: 3, what: "writes below `docs/`" },
      ],
    });
    expect(await onTerminal(place, ["approve", ask!.id, "--rule", "3", "--for", "7d"])).toMatchObject({ code: 0 });
    expect(await write(place.path("docs/b.md"))).toBe(false);
    expect(await outcome("rm docs/guide/a.md")).not.toBe("passes");
  });

  it("is refused: from a denial, without a fitting rule, for too long, by a script, and by a wrong code", async () => {
    const { id } = await asked("git push origin feature");
    const forced = await asked("git push --force origin feature");
    const own = await asked("git push origin own");
    const rule = (...args: string[]) => onTerminal(place, ["approve", ...args]);
    expect(await place.run(["approve", id, "--rule", "1", "--for", "7d"])).toMatchObject({ code: 1 });
    for (const args of [
      [id, "--rule", "1"],
      [id, "--for", "7d"],
      [id, "--rule", "1", "--for", "31d"],
      [id, "--rule", "x", "--for", "7d"],
      [id, "--again", "--rule", "1", "--for", "7d"],
    ])
      expect(await place.run(["approve", ...args]), args.join(" ")).toMatchObject({ code: 2 });
    expect(await rule(id, "--rule", "4", "--for", "7d")).toMatchObject({ code: 1 });
    expect(await rule(forced.id, "--rule", "1", "--for", "7d")).toMatchObject({ code: 1 });
    expect(await onTerminal(place, ["approve", id, "--rule", "1", "--for", "7d"], { type: "nope" })).toMatchObject({
      code: 1,
    });
    await place.run(["deny", id]);
    expect(flat((await rule(id, "--rule", "1", "--for", "7d")).stdout)).toContain("this call was denied");
    expect((await place.run(["except", "--list", "--json"])).stdout.trim()).toBe("[]");
    // A hook of the user has its own reasons: the rule is only for the guard that knows the effect.
    expect(await rule(own.id, "--rule", "1", "--for", "7d")).toMatchObject({ code: 0 });
    expect(await outcome("git push origin own")).toBe("asked");
    expect(await outcome("git push origin other")).toBe("passes");
  });

  it("is offered after three equal approvals, and never made without being asked for", async () => {
    for (let time = 1; time <= 3; time++) {
      const { id } = await asked("git push origin feature");
      const { stdout } = await onTerminal(place, ["approve", id]);
      expect(flat(stdout)).toContain(`Rules that fit (snaphook approve ${id} --rule N --for 7d)`);
      const offer = `You approved this call 3 times. To let it pass for a week: snaphook approve ${id} --rule 1 --for 7d`;
      expect(flat(stdout).includes(offer), stdout).toBe(time === 3);
      expect(await outcome("git push origin feature")).toBe("passes");
      if (time < 3) continue;
      expect(await outcome("git push origin other")).toBe("asked");
      // The call was approved and has run; the rule can still be made of it.
      expect(await onTerminal(place, ["approve", id, "--rule", "1", "--for", "7d"])).toMatchObject({ code: 0 });
      expect(await outcome("git push origin other")).toBe("passes");
    }
  });
});
