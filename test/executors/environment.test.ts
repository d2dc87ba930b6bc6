import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SECRET_NAME } from "../../src/core/hooks/grants.js";
import type { CommandRun, Level } from "../../src/core/hooks/hook.js";
import { admitted } from "../support/hook-specs.js";
import { command, eventually, fireReal, tempFolder } from "../support/real-engine.js";
import { VirtualClock } from "../support/virtual-clock.js";

const ALLOWED = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "NODE_ENV",
  "TMPDIR",
  "PWD",
];
const OURS = ["SNAPHOOK_HOME", "SNAPHOOK_LOG", "SNAPHOOK_MODE"];
const SECRETS = [
  "SECRET_API_KEY",
  "AWS_SECRET_ACCESS_KEY",
  "ANTHROPIC_API_KEY",
  "GITHUB_TOKEN",
  "SNAPHOOK_API_KEY",
  "SNAPHOOK_APIKEY",
  "SNAPHOOK_TOKEN",
  "SNAPHOOK_TOKENS",
  "SNAPHOOK_FOO_SECRET",
  "SNAPHOOK_DB_PASSWORD",
  "SNAPHOOK_PRIVATEKEY",
  "SNAPHOOK_KEY_FILE",
  "SNAPHOOK_CREDENTIALS",
  "snaphook_lower",
  "XSNAPHOOK_HOME",
  "CLAUDE_CODE_MESSAGING_TOKEN",
  "PATH_EXTRA",
  "NODE_OPTIONS",
];

/** 200 names: those that pass, those that must not, and many that nobody asked for. */
function planted(): Record<string, string> {
  const names = [...ALLOWED, ...OURS, ...SECRETS];
  while (names.length < 200) names.push(`PLANTED_${names.length}`);
  return Object.fromEntries(names.map((name) => [name, name === "PATH" ? process.env["PATH"]! : `value of ${name}`]));
}

async function seenBy(
  run: Partial<CommandRun>,
  level: Level = "user",
  grantEnv: readonly string[] = [],
): Promise<Record<string, string>> {
  const folder = tempFolder();
  const args = [
    "-e",
    `require("fs").writeFileSync(process.argv[1], JSON.stringify(process.env))`,
    join(folder, "env.json"),
  ];
  const hook = admitted(
    { id: "it", timeoutMs: 20_000, run: { type: "command", command: process.execPath, exec: true, args, ...run } },
    { level },
  );
  const decision = await fireReal(
    [hook],
    "PreToolUse",
    { session_id: "s1", tool_name: "Bash", tool_input: {} },
    { env: planted(), reach: { grantEnv } },
  );
  expect(decision.hooks).toMatchObject([{ outcome: "none" }]);
  return JSON.parse(readFileSync(join(folder, "env.json"), "utf8"));
}

const DIALECT = ["SNAPHOOK_EVENT", "SNAPHOOK_HOOK_ID", "SNAPHOOK_SESSION_ID"];
const names = (seen: object) => Object.keys(seen).sort();

describe("SE-05 the environment of a hook", () => {
  it("SE-05 is exactly the allowlist, our own variables and those of the dialect", async () => {
    const seen = await seenBy({});
    expect(Object.keys(planted())).toHaveLength(200);
    expect(names(seen)).toEqual([...ALLOWED, ...OURS, ...DIALECT].sort());
    expect(seen).toMatchObject({ SNAPHOOK_EVENT: "PreToolUse", SNAPHOOK_HOOK_ID: "it", SNAPHOOK_SESSION_ID: "s1" });
  });

  it("SE-05 a name must be listed to be passed, and its own variables are set last", async () => {
    const seen = await seenBy({
      passEnv: ["GITHUB_TOKEN", "SNAPHOOK_API_KEY", "ABSENT"],
      env: { HOME: "/elsewhere", MINE: "1" },
    });
    expect(names(seen)).toEqual([...ALLOWED, ...OURS, ...DIALECT, "GITHUB_TOKEN", "SNAPHOOK_API_KEY", "MINE"].sort());
    expect(seen).toMatchObject({ HOME: "/elsewhere", MINE: "1", GITHUB_TOKEN: "value of GITHUB_TOKEN" });
  });

  it.each([
    ["managed", 200],
    ["user", 200],
    ["code", 200],
    ["builtin", ALLOWED.length + OURS.length],
    ["project", ALLOWED.length + OURS.length],
    ["plugin", ALLOWED.length + OURS.length],
  ] as const)("SE-05 the whole environment is only for owners: %s", async (level, count) => {
    const seen = await seenBy({ inheritEnv: true }, level);
    expect(names(seen)).toHaveLength(count + DIALECT.length);
  });
});

/** Of those that are planted, by hand. */
const LOOK_LIKE_SECRETS = [
  "SECRET_API_KEY",
  "AWS_SECRET_ACCESS_KEY",
  "ANTHROPIC_API_KEY",
  "GITHUB_TOKEN",
  "SNAPHOOK_API_KEY",
  "SNAPHOOK_APIKEY",
  "SNAPHOOK_TOKEN",
  "SNAPHOOK_TOKENS",
  "SNAPHOOK_FOO_SECRET",
  "SNAPHOOK_DB_PASSWORD",
  "SNAPHOOK_PRIVATEKEY",
  "SNAPHOOK_KEY_FILE",
  "SNAPHOOK_CREDENTIALS",
  "CLAUDE_CODE_MESSAGING_TOKEN",
];

describe("T11 the environment of a hook that asks for everything", () => {
  const everything = Object.keys(planted());
  const inNames = (name: string) => !LOOK_LIKE_SECRETS.includes(name);

  it.each(["managed", "user", "code", "builtin"] as const)("T11 SE-05 %s level: gets what it names", async (level) => {
    expect(names(await seenBy({ passEnv: everything }, level))).toEqual([...everything, ...DIALECT].sort());
  });

  it.each(["project", "plugin"] as const)(
    "T11 SE-05 %s level: gets no name that looks like a secret",
    async (level) => {
      const seen = await seenBy({ passEnv: everything, inheritEnv: true }, level);
      expect(names(seen)).toEqual([...everything.filter(inNames), ...DIALECT].sort());
      expect(Object.values(seen).filter((value) => LOOK_LIKE_SECRETS.some((name) => value.endsWith(name)))).toEqual([]);
    },
  );

  it.each(["project", "plugin"] as const)("T11 SE-05 %s level: a grant is for exactly one name", async (level) => {
    const granted = ["GITHUB_TOKEN", "SNAPHOOK_TOKEN", "ANTHROPIC_*", "secret_api_key"];
    const seen = await seenBy({ passEnv: everything }, level, granted);
    const expected = everything.filter((name) => inNames(name) || name === "GITHUB_TOKEN" || name === "SNAPHOOK_TOKEN");
    expect(names(seen)).toEqual([...expected, ...DIALECT].sort());
    // A grant is no request: who does not ask gets nothing.
    expect(names(await seenBy({}, level, granted))).toEqual([...ALLOWED, ...OURS, ...DIALECT].sort());
  });

  it("T11 what a project's own file sets is its own, whatever it is called", async () => {
    const seen = await seenBy({ env: { MY_TOKEN: "from the file" } }, "project");
    expect(seen).toMatchObject({ MY_TOKEN: "from the file" });
  });

  it.each([
    ...["API_KEY", "APIKEY", "api_key", "GH_TOKEN", "CLIENT_SECRET", "SECRETS", "DB_PASSWORD", "DB_PASS", "MYSQL_PWD"],
    ...["GITHUB_PAT", "AWS_ACCESS_KEY_ID", "AWS_CREDENTIALS", "GIT_CREDS", "SSH_AUTH_SOCK", "NPM_CONFIG__AUTH"],
    ...["SESSION_COOKIE", "SENTRY_DSN", "DATABASE_URL", "STORAGE_CONNECTION_STRING", "KEY_FILE", "PASSPHRASE"],
  ])("T11 %s looks like a secret", (name) => expect(SECRET_NAME.test(name)).toBe(true));

  it.each(["PATH", "PWD", "OLDPWD", "KEYBOARD", "AUTHOR", "COMPAT", "SNAPHOOK_PATH", "REGION", "PASSAGE", "TOKENIZER"])(
    "T11 %s looks like none",
    (name) => expect(SECRET_NAME.test(name)).toBe(false),
  );
});

/** What can be read there; its number may belong to another open file by now. */
function heldBy(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

describe("IN-06 large values", () => {
  it("IN-06 1 MB of arguments in the environment of the opta dialect: the hook runs, and all of it is in a file", async () => {
    const folder = tempFolder();
    const content = "x".repeat(1_000_000);
    const script = `cp "$SNAPHOOK_PAYLOAD_FILE" '${folder}/payload'; printf '%s' "$SNAPHOOK_PAYLOAD_FILE" > '${folder}/where'; printf '%s' "$SNAPHOOK_TRUNCATED" > '${folder}/cut'; printf '%s' "$OPTA_TOOL_ARGS" | head -c 20 > '${folder}/args'; stat -L -c %a "$SNAPHOOK_PAYLOAD_FILE" > '${folder}/mode'`;
    const hook = command(script, { dialect: "opta" });
    const decision = await fireReal([hook], "PreToolUse", {
      session_id: "s1",
      cwd: folder,
      tool_name: "Write",
      tool_input: { file_path: "/a", content },
    });
    expect(decision).toMatchObject({ verdict: "none", hooks: [{ outcome: "none" }] });
    const read = (name: string) => readFileSync(join(folder, name), "utf8");
    expect(read("payload")).toContain(content);
    expect(read("cut")).toBe("OPTA_TOOL_ARGS");
    expect(read("args")).toMatch(/^\{"/);
    expect(read("mode").trim()).toBe("600");
    expect(heldBy(read("where"))).not.toContain("xxx");
  });

  it("IN-06 a spilled payload is gone after a timeout too", async () => {
    const folder = tempFolder();
    const payload = { session_id: "s1", cwd: folder, tool_name: "Write", tool_input: { content: "x".repeat(300_000) } };
    const hook = command(`printf '%s' "$SNAPHOOK_PAYLOAD_FILE" > '${folder}/where'; sleep 60`, {
      dialect: "opta",
      timeoutMs: 400,
    });
    const clock = new VirtualClock();
    const fired = fireReal([hook], "PreToolUse", payload, { clock });
    const file = join(folder, "where");
    await eventually("the hook runs", () => existsSync(file) && readFileSync(file, "utf8") !== "");
    await clock.advance(400);
    expect((await fired).hooks).toMatchObject([{ cause: "timeout" }]);
    const where = readFileSync(file, "utf8");
    expect(heldBy(where)).not.toContain("xxx");
  });
});
