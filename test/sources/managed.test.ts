/** An administrator's policy, at its real place: in a mount namespace whose /etc is a copy that nobody else sees. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bash, PROGRAM, ProgramPlace, says } from "../support/program.js";

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

const denies = (id: string, more: object = {}) => ({
  id,
  event: "PreToolUse",
  matcher: "Bash",
  guard: true,
  command: says("deny", id),
  ...more,
});

/** Runs the program where /etc/snaphook holds `policy`; `first` is a shell line that runs before it. */
function run(place: ProgramPlace, policy: object, args: readonly string[], input: object = {}, first = "true") {
  for (const folder of ["upper/snaphook", "work"]) mkdirSync(join(place.root, "etc", folder), { recursive: true });
  place.write(join(place.root, "etc/upper/snaphook/hooks.json"), policy);
  const mount = `mount -t overlay overlay -o lowerdir=/etc,upperdir="$1/upper",workdir="$1/work" /etc`;
  const script = `${mount} && ${first} && shift && exec "$@"`;
  const { stdout, stderr, status } = spawnSync(
    "unshare",
    ["-m", "sh", "-c", script, "sh", join(place.root, "etc"), process.execPath, PROGRAM, ...args],
    { cwd: place.project, env: place.env, input: JSON.stringify(input), encoding: "utf8" },
  );
  return { stdout, stderr, status };
}

const calls = (place: ProgramPlace, policy: object, first?: string) =>
  run(
    place,
    policy,
    ["hook", "claude-code", "PreToolUse"],
    { ...bash("ls"), session_id: "s", cwd: place.project },
    first,
  );
const listed = (place: ProgramPlace, policy: object) =>
  (JSON.parse(run(place, policy, ["list", "--json"]).stdout) as { id: string; trust: string; level: string }[]).map(
    ({ id, trust, level }) => `${id} ${level} ${trust}`,
  );

// Only root can make files that are root's.
describe.runIf(isRoot)("an administrator's policy", () => {
  it("holds without an approval, before everything else, and a person cannot switch it off", async () => {
    const place = new ProgramPlace();
    const policy = { hooks: [denies("policy")] };
    place.writeUser("hooks.json", { hooks: [denies("own", { command: says("allow", "mine") })] });
    expect(calls(place, policy).stdout).toContain('"policy"');
    expect(listed(place, policy)).toEqual(expect.arrayContaining(["policy managed managed", "own user trusted"]));
    run(place, policy, ["disable", "policy"]);
    place.writeUser("overrides.json", { enabled: { policy: false } });
    expect(calls(place, policy).stdout).toContain('"policy"');
  });

  it("holds beside files that are named for one call", () => {
    const place = new ProgramPlace();
    const named = place.write("named.json", { hooks: [] });
    const fired = run(
      place,
      { hooks: [denies("policy")] },
      ["fire", "PreToolUse", "--config", named, "--payload", "-", "--json"],
      bash("ls"),
    );
    expect(JSON.parse(fired.stdout)).toMatchObject({ decision: "deny", reason: "policy" });
  });

  it("managedOnly lets nothing else run, and says so", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: [{ ...denies("own"), command: "touch canary" }] });
    const policy = { managedOnly: true, hooks: [denies("policy", { matcher: "Write" })] };
    expect(JSON.parse(calls(place, policy).stdout || "{}")).toEqual({});
    expect(place.has("canary")).toBe(false);
    expect(listed(place, policy)).toEqual(expect.arrayContaining(["own user excluded"]));
  });

  it("T2 managedOnly of a project or of a person is dropped with a warning", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook/hooks.json", { managedOnly: true, hooks: [] });
    place.writeUser("hooks.json", { managedOnly: true, hooks: [denies("own")] });
    expect((await place.fire("PreToolUse", bash("ls"))).reason).toBe("own");
    const { stderr } = await place.run(["validate"]);
    expect(stderr.match(/CONFIG_SCOPE at managedOnly/g)).toHaveLength(2);
  });

  it.each([
    ["belongs to somebody else", `chown ${NOBODY} /etc/snaphook/hooks.json`],
    ["may be written by others", "chmod 666 /etc/snaphook/hooks.json"],
    ["lies in a folder that others may write to", "chmod 777 /etc/snaphook"],
    [
      "is a link",
      "cd /etc/snaphook && { test -L hooks.json || { mv hooks.json x && ln -s x hooks.json; }; } && cd - >&2",
    ],
  ])("is not used, loudly, when its file %s", (_, first) => {
    const place = new ProgramPlace();
    expect(JSON.parse(calls(place, { hooks: [denies("policy")] }, first).stdout || "{}")).toEqual({});
    const { stderr } = run(place, { hooks: [denies("policy")] }, ["validate"], {}, first);
    expect(stderr).toMatch(/\/etc\/snaphook\/hooks\.json: error MANAGED_NOT_ROOTS: it is not used: /);
  });
});
