/**
 * Own config that is there and damaged, through the real launcher. Each case twice: after a call that read it while it was
 * good, and without one. Guards never disappear, and the denial names the file.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { linkPreparedProgram } from "../support/prepared-install.js";
import { bash, ProgramPlace, says } from "../support/program.js";

let place: ProgramPlace;
const cleaners: (() => void)[] = [];
beforeAll(async () => {
  place = new ProgramPlace((clean) => cleaners.push(clean));
  await linkPreparedProgram(place);
  await place.run(["install", "claude-code"]);
});
afterAll(() => {
  for (const clean of cleaners) clean();
});
beforeEach(() => {
  for (const path of [
    place.user,
    join(place.root, "elsewhere"),
    place.cache,
    join(place.data, "last-good-config.json"),
  ])
    rmSync(path, { recursive: true, force: true });
  mkdirSync(place.user, { recursive: true });
});

const GUARD = { id: "g", guard: true, command: says("deny", "the harbour is closed") };
const CONFIG = { version: 1, hooks: { PreToolUse: [{ matcher: "Bash", hooks: [GUARD] }] } };
const GOOD = JSON.stringify(CONFIG, null, 2);
const YAML = `version: 1
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - id: g
          guard: true
          command: ${JSON.stringify(GUARD.command)}
`;
const SINGLE = JSON.stringify({ event: "PreToolUse", matcher: "Bash", ...GUARD });
const file = (name = "hooks.json") => join(place.user, name);

/** As a user whose permissions count: for root they do not. */
const LIMITED = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : [];

let folders = 0;
/** In a folder that no plan is known of, unless one is named. */
function call(cwd = join(place.root, `folder-${++folders}`), payload: object = bash("ls")) {
  mkdirSync(cwd, { recursive: true });
  const [program, ...args] = [...LIMITED, join(place.data, "launch"), "claude-code", "PreToolUse"];
  const input = JSON.stringify({ session_id: "s", cwd, permission_mode: "default", ...payload });
  const ran = spawnSync(program!, args, { cwd, input, encoding: "utf8", env: { ...place.env, CI: "1" } });
  const answer = JSON.parse(ran.stdout) as { hookSpecificOutput?: { permissionDecisionReason?: string } };
  return { text: ran.stdout, reason: answer.hookSpecificOutput?.permissionDecisionReason ?? "" };
}

interface Damage {
  readonly good?: readonly [name: string, text: string];
  /** What is named; the file unless told. */
  readonly names?: () => string;
  damage(path: string): void;
}

const text = (make: (good: string) => string | Buffer): Damage => ({
  damage: (path) => writeFileSync(path, make(GOOD)),
});
const ofYaml = (make: (good: string) => string): Damage => ({
  good: ["hooks.yaml", YAML],
  damage: (path) => writeFileSync(path, make(YAML)),
});
const ofSingle = (damage: (path: string) => void, names?: () => string): Damage => ({
  good: ["hooks.d/harbour.json", SINGLE],
  damage,
  ...(names === undefined ? {} : { names }),
});
const instead = (path: string, make: () => void) => {
  rmSync(path, { recursive: true, force: true });
  make();
};

const DAMAGES: Readonly<Record<string, Damage>> = {
  "the first brace is missing": text((good) => good.slice(1)),
  "the last brace and more are missing": text((good) => good.slice(0, good.indexOf('"command"'))),
  "a third of the file": text((good) => good.slice(0, good.length / 3)),
  "half a file": text((good) => good.slice(0, good.length / 2)),
  "two thirds of the file": text((good) => good.slice(0, (good.length * 2) / 3)),
  "the second half of the file": text((good) => good.slice(good.length / 2)),
  "zero bytes": { damage: (path) => truncateSync(path) },
  "only white space": text(() => " \n\n"),
  "only NUL bytes, as after a loss of power": text((good) => Buffer.alloc(good.length)),
  "merge markers around everything": text((good) => `<<<<<<< HEAD\n${good}\n=======\n{}\n>>>>>>> theirs\n`),
  "merge markers within": text((good) =>
    good.replace('"matcher"', '<<<<<<< HEAD\n"matcher": "Read",\n=======\n"matcher"').replace("]", ">>>>>>> x\n]"),
  ),
  "a comma is missing": text((good) => good.replace('"guard": true,', '"guard": true')),
  "a quote is missing": text((good) => good.replace('"PreToolUse"', '"PreToolUse')),
  "a colon is missing": text((good) => good.replace('"hooks":', '"hooks"')),
  "text before it": text((good) => `oops ${good}`),
  "quotes of a word processor": text((good) => good.replaceAll('"', "”")),
  "binary content": text(() => Buffer.from([0xff, 0xfe, 0, 1, 2, 3, 0x80])),
  "UTF-16": text((good) => Buffer.from(`\ufeff${good}`, "utf16le")),
  "a page of HTML": text(() => "<!doctype html><title>404</title>"),
  "a list": text((good) => `[${good}]`),
  "a text": text((good) => JSON.stringify(good)),
  null: text(() => "null"),
  "a number": text(() => "42"),
  "hooks are a text": text(() => '{"version":1,"hooks":"PreToolUse"}'),
  "hooks are null": text(() => '{"version":1,"hooks":null}'),
  "the event is an object": text((good) =>
    good.replace('"PreToolUse": [', '"PreToolUse": {"0":').replace(/\]\s*\}\s*\}$/, "}}}"),
  ),
  "the list of hooks is an object": text((good) =>
    good.replace(/"hooks": \[\s*\{/, '"hooks": {').replace(/\}\s*\]/, "}"),
  ),
  "a hook is a text": text(() => '{"version":1,"hooks":{"PreToolUse":["guard"]}}'),
  "the event is misspelt": text((good) => good.replace("PreToolUse", "PreTolUse")),
  "hooks is misspelt": text((good) => good.replace('"hooks": {', '"hoks": {')),
  "guard is misspelt": text((good) => good.replace('"guard"', '"gaurd"').replace("echo", "exit 1; echo")),
  "the key stands there twice": text((good) => good.replace(/\}\s*$/, ', "hooks": {} }')),
  "nested too deeply": text((good) => `${"[".repeat(300)}${good}${"]".repeat(300)}`),
  "larger than the limit": text((good) => good + " ".repeat(1_100_000)),
  "a folder is in its place": { damage: (path) => instead(path, () => mkdirSync(path)) },
  "a pipe is in its place": { damage: (path) => instead(path, () => execFileSync("mkfifo", [path])) },
  "a link to nothing": { damage: (path) => instead(path, () => symlinkSync("/nonexistent/hooks.json", path)) },
  "a link to itself": { damage: (path) => instead(path, () => symlinkSync(path, path)) },
  "a link to an endless device": { damage: (path) => instead(path, () => symlinkSync("/dev/zero", path)) },
  "a link through a file": {
    damage: (path) => instead(path, () => symlinkSync(join(place.data, "launch/hooks.json"), path)),
  },
  "the file may not be read": { damage: (path) => chmodSync(path, 0) },
  "the folder may not be entered": { damage: () => chmodSync(place.user, 0), names: () => place.user },
  "the folder may not be listed": {
    damage: (path) => {
      rmSync(path);
      chmodSync(place.user, 0o300);
    },
    names: () => place.user,
  },
  "the folder is a link to nothing": {
    damage: () => instead(place.user, () => symlinkSync("/nonexistent", place.user)),
    names: () => place.user,
  },
  "the folder is a link to itself": {
    damage: () => instead(place.user, () => symlinkSync(place.user, place.user)),
    names: () => place.user,
  },
  "the folder is a file": {
    damage: () => instead(place.user, () => writeFileSync(place.user, "")),
    names: () => place.user,
  },
  "the folder above is a link to nothing": {
    damage() {
      renameSync(join(place.root, "config"), join(place.root, "elsewhere"));
      symlinkSync("/nonexistent", join(place.root, "config"));
    },
    names: () => place.user,
  },
  "the folder above may not be entered": {
    damage: () => chmodSync(join(place.root, "config"), 0),
    names: () => place.user,
  },
  "YAML: half a file": ofYaml((good) => `${good.slice(0, good.indexOf("command"))}command: "`),
  "YAML: zero bytes": ofYaml(() => ""),
  "YAML: merge markers": ofYaml((good) => `<<<<<<< HEAD\n${good}=======\n>>>>>>> x\n`),
  "YAML: a tab": ofYaml((good) => good.replace("    - matcher", "\t- matcher")),
  "YAML: wrong indentation": ofYaml((good) => good.replace("  PreToolUse", "PreToolUse")),
  "YAML: a list": ofYaml((good) => good.replaceAll(/^/gm, "- ")),
  "YAML: it refers to itself": ofYaml((good) => `a: &a [*a]\n${good}`),
  "hooks.d: zero bytes": ofSingle((path) => truncateSync(path)),
  "hooks.d: a brace is missing": ofSingle((path) => writeFileSync(path, SINGLE.slice(1))),
  "hooks.d: no event": ofSingle((path) => writeFileSync(path, SINGLE.replace('"event"', '"evnt"'))),
  "hooks.d: a link to nothing": ofSingle((path) => instead(path, () => symlinkSync("/nonexistent", path))),
  "hooks.d: may not be read": ofSingle((path) => chmodSync(path, 0)),
  "hooks.d is a file": ofSingle(
    () => instead(file("hooks.d"), () => writeFileSync(file("hooks.d"), "")),
    () => file("hooks.d"),
  ),
  "hooks.d is a link to nothing": ofSingle(
    () => instead(file("hooks.d"), () => symlinkSync("/nonexistent", file("hooks.d"))),
    () => file("hooks.d"),
  ),
  "hooks.d is a link to itself": ofSingle(
    () => instead(file("hooks.d"), () => symlinkSync(file("hooks.d"), file("hooks.d"))),
    () => file("hooks.d"),
  ),
  "hooks.d may not be listed": ofSingle(
    () => chmodSync(file("hooks.d"), 0),
    () => file("hooks.d"),
  ),
};

/** Nothing in these says that a guard was meant, so a user who never had one is not blocked. */
const SAY_NOTHING_OF_GUARDS = new Set([
  "a third of the file",
  "half a file",
  "binary content",
  "UTF-16",
  "a page of HTML",
  "null",
  "a number",
  "hooks are a text",
  "hooks are null",
  "a hook is a text",
  "guard is misspelt",
]);

/** The reader finds the whole guard in these, so neither defence is needed… */
const GUARD_IS_READ = [
  "merge markers around everything",
  "merge markers within",
  "a comma is missing",
  "text before it",
  "YAML: merge markers",
];
/** …and here it finds a guard without a command, which counts as failed. */
const PART_IS_READ = [...GUARD_IS_READ, "the last brace and more are missing"];

/** The title of a case, with the defence that it needs. */
const titled = (title: string, rest: string, defence: string, without: readonly string[]) =>
  `${title}${rest}${without.includes(title) ? "" : ` [${defence}]`}`;

const AFTER_GOOD = Object.entries(DAMAGES).map(
  ([title, one]) =>
    [titled(title, ": the guards of its last good version stay in effect", "last good", GUARD_IS_READ), one] as const,
);
/** Without any record nothing says that there were no guards; with one, the file itself must say that there are. */
const NEVER_READ = Object.entries(DAMAGES).map(
  ([title, one]) =>
    [
      titled(title, ", and never read before: tool calls get the failure contract", "stand-in", PART_IS_READ),
      one,
      !SAY_NOTHING_OF_GUARDS.has(title),
    ] as const,
);

function undo(): void {
  const above = join(place.root, "config");
  try {
    chmodSync(above, 0o700);
    chmodSync(place.user, 0o700);
  } catch {
    // replaced
  }
  rmSync(above, { recursive: true, force: true });
}

describe("T7a own config that is damaged", () => {
  it("there are at least 60 cases, and SECURITY.md has the figure", () => {
    expect(Object.keys(DAMAGES).length).toBeGreaterThanOrEqual(60);
    const page = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8");
    expect(page).toContain(`(${Object.keys(DAMAGES).length} kinds of damage,`);
  });

  it.each(AFTER_GOOD)("%s", (_, one) => {
    const [name, good] = one.good ?? ["hooks.json", GOOD];
    const path = place.write(file(name), good);
    const before = join(place.root, `folder-${++folders}`);
    expect(call(before).reason).toBe("the harbour is closed");
    one.damage(path);
    try {
      for (const folder of [undefined, before]) {
        const { reason } = call(folder);
        expect(reason).toContain("the harbour is closed");
        expect(reason).toContain(one.names?.() ?? path);
        expect(reason).toContain("Tell the user");
      }
    } finally {
      undo();
    }
    place.write(file(name), good);
    expect(call().reason).toBe("the harbour is closed");
  });

  it.each(NEVER_READ)("%s", (_, one, isKnown) => {
    if (isKnown) call(); // the config was looked at before, and there was none
    const [name, good] = one.good ?? ["hooks.json", GOOD];
    const path = place.write(file(name), good);
    one.damage(path);
    try {
      const { text: answer, reason } = call();
      expect(answer).toContain('"permissionDecision":"deny"');
      expect(reason).toContain(one.names?.() ?? path);
      expect(reason).toContain("Tell the user");
    } finally {
      undo();
    }
  });
});

describe("a user who never had guards", () => {
  const OBSERVER = '{"version":1,"hooks":{"PostToolUse":[{"id":"o","command":"true"}]}}';

  it.each([
    ["a typo in the first config", "", OBSERVER.slice(0, -2)],
    ["a typo in a config that was good", OBSERVER, OBSERVER.slice(0, -2)],
    ["an empty file that was good", OBSERVER, ""],
    ["a built-in that is no guard", "", '{"version":1,"hooks":[{"builtin":"audit-log"}'],
  ])("is not blocked by %s", (_, good, damaged) => {
    if (good !== "") place.write(file(), good);
    call();
    place.write(file(), damaged);
    expect(call().text).toBe("{}");
  });

  it("is not blocked without any config, nor after the config was removed", () => {
    expect(call().text).toBe("{}");
    place.write(file(), GOOD);
    expect(call().reason).toBe("the harbour is closed");
    rmSync(file());
    expect(call().text).toBe("{}");
    place.write(file(), "{");
    expect(call().text).toBe("{}");
  });
});

describe("what else a damaged config must not take away", () => {
  it("switches that tighten stay: a guard that was enabled by hand", () => {
    place.write(file(), GOOD.replace('"guard": true', '"guard": true, "enabled": false'));
    expect(call().text).toBe("{}");
    place.write(file("overrides.json"), '{"enabled":{"g":true}}');
    expect(call().reason).toBe("the harbour is closed");
    place.write(file("overrides.json"), '{"enabled":');
    expect(call().reason).toContain("the harbour is closed");
  });

  it("status and doctor show it first", async () => {
    place.write(file(), GOOD);
    call();
    place.write(file(), GOOD.slice(1));
    const status = await place.run(["status"]);
    expect(status.stdout.split("\n")[0]).toContain(file());
    const doctor = await place.run(["doctor"]);
    expect(doctor.stdout.indexOf("OWN_CONFIG_DAMAGED")).toBeGreaterThan(-1);
    expect(/\b[A-Z]+_[A-Z_]+\b/.exec(doctor.stdout)?.[0]).toBe("OWN_CONFIG_DAMAGED");
    expect((await place.json<{ damagedConfig: unknown[] }>(["status"])).damagedConfig).toHaveLength(1);
  });
});
