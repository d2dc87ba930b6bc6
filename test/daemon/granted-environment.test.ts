import { chmodSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import type { CommandRun, SourceEntry, SourceRef } from "../../src/core/hooks/hook.js";
import { requestedEnv } from "../../src/daemon/calls/requested-env.js";
import type { Prepared } from "../../src/runtime/call/types.js";
import { hookSpec, sourceRef } from "../support/hook-specs.js";
import { bash } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace();
});

const PLAIN = ["LANG", "TERM", "USER", "LOGNAME", "SHELL", "TZ", "NODE_ENV", "SNAPHOOK_PLANTED", "REGION", "EDITOR"];
const SECRET = [
  "GITHUB_TOKEN",
  "AWS_SECRET_ACCESS_KEY",
  "OPENAI_API_KEY",
  "DB_PASSWORD",
  "SNAPHOOK_API_KEY",
  "CLAUDE_CODE_OAUTH_TOKEN",
];
const GRANTED = "POLICY_TOKEN";
/** 200 names, most of which nobody asks for. */
const PLANTED = [...PLAIN, ...SECRET, GRANTED];
while (PLANTED.length < 200)
  PLANTED.push(`${["PLANTED", "CLAUDE_PLANTED", "SOME_SECRET", "MY_TOKEN"][PLANTED.length % 4]}_${PLANTED.length}`);
const ASKED = [...PLAIN, ...SECRET, GRANTED];

/** Writes the names of its variables into a file of the project. */
const prints = (name: string) => ({
  command: process.execPath,
  exec: true,
  args: [
    "-e",
    "require('fs').writeFileSync(process.argv[1], Object.keys(process.env).sort().join(' '))",
    place.path(name),
  ],
  passEnv: ASKED,
});

const seen = (name: string) => readFileSync(place.path(name), "utf8").split(" ");

function call(more: Readonly<Record<string, string>> = {}) {
  const values = Object.fromEntries(PLANTED.map((name) => [name, `value of ${name}`]));
  const env = { ...values, LANG: "C.UTF-8", PWD: place.project, ...more }; // Node cannot start in a language that is none
  return place.launch("claude-code", "PreToolUse", { session_id: "s", cwd: place.project, ...bash("ls") }, { env });
}

describe("T11 what the process of a hook sees", () => {
  it("T11 SE-05 is the same set at each level, alone and through the daemon", async () => {
    place.writeUser("hooks.json", {
      dialects: ["arawn"],
      grantEnv: [GRANTED],
      hooks: { PreToolUse: [{ id: "user", ...prints("user") }] },
    });
    place.write(".snaphook/hooks.json", {
      grantEnv: SECRET,
      hooks: { PreToolUse: [{ id: "project", inheritEnv: true, ...prints("project") }] },
    });
    place.write("plugins/p/.claude-plugin/plugin.json", {
      name: "p",
      hooks: { PreToolUse: [{ matcher: ".*", hooks: [{ type: "command", inheritEnv: true, ...prints("plugin") }] }] },
    });
    expect((await place.trust(".", ["--dialect", "arawn"])).code).toBe(0);
    await place.wire();
    const rounds = [];
    for (const way of ["alone", "daemon"]) {
      if (way === "daemon") await place.up();
      expect((await call()).code).toBe(0);
      rounds.push([seen("user"), seen("project"), seen("plugin")]);
    }
    const [alone, within] = rounds;
    expect(within).toEqual(alone);
    await expect.poll(async () => (await place.status()).events).toBe(1);
    const ALWAYS = ["HOME", "PATH", "PWD", "SNAPHOOK_DEPTH"];
    const NATIVE = [
      "SNAPHOOK_AGENT",
      "SNAPHOOK_EVENT",
      "SNAPHOOK_HOOK_ID",
      "SNAPHOOK_PROJECT_DIR",
      "SNAPHOOK_SESSION_ID",
    ];
    const ARAWN = ["ARAWN_PLUGIN_DIR", "CLAUDE_PLUGIN_ROOT"];
    expect(PLANTED).toHaveLength(200);
    expect(alone).toEqual([
      [...ALWAYS, ...NATIVE, ...PLAIN, ...SECRET, GRANTED].sort(),
      [...ALWAYS, ...NATIVE, ...PLAIN, GRANTED].sort(),
      [...ALWAYS, ...ARAWN, ...PLAIN, GRANTED].sort(),
    ]);
  });

  it("T11 the daemon asks a client only for what some hook will get", () => {
    const run = { type: "command", command: "true", passEnv: ["GITHUB_TOKEN", "REGION", "KNOWN"] } as const;
    const entry = (over: Partial<CommandRun>, source: Partial<SourceRef>) => ({
      hook: hookSpec({ run: { ...run, ...over } }),
      source: sourceRef(source),
      alsoFrom: [],
    });
    const wanted = (entries: readonly SourceEntry[], settings = {}) => {
      const plan = { root: "/p", sources: [], findings: [], entries, settings };
      return requestedEnv({ plan, names: new Set(["PreToolUse"]) } as unknown as Prepared, { KNOWN: "1" });
    };
    const project = entry({ inheritEnv: true }, { level: "project" });
    expect(wanted([project])).toEqual(["REGION"]);
    expect(wanted([project], { grantEnv: ["GITHUB_TOKEN"] })).toEqual(["GITHUB_TOKEN", "REGION"]);
    expect(wanted([entry({}, { level: "user" })])).toEqual(["GITHUB_TOKEN", "REGION"]);
    expect(wanted([entry({ inheritEnv: true }, { level: "user" })])).toEqual(["*"]);
    expect(wanted([entry({}, { level: "project", state: "untrusted" })])).toEqual([]);
  });
});

describe("T1 a program that a project plants", () => {
  it("T1 is not run by a person's guard, before and after the project is trusted, alone and through the daemon", async () => {
    for (const folder of ["bin", "."]) {
      const planted = place.write(`${folder}/jq`, `#!/bin/sh\necho run >> '${place.path("canary")}'\n`);
      chmodSync(planted, 0o755);
    }
    place.writeUser("hooks.json", {
      hooks: {
        PreToolUse: [{ id: "guard", guard: true, command: `jq --version >/dev/null 2>&1; printf %s "$PATH" > path` }],
      },
    });
    place.write(".snaphook/hooks.json", { hooks: { Stop: [{ command: "true" }] } });
    await place.wire();
    const PATH = `${place.path("bin")}:.::bin:${place.env["PATH"]}`;
    for (const way of ["alone", "daemon", "trusted"]) {
      if (way === "daemon") await place.up();
      if (way === "trusted") await place.trust();
      expect((await call({ PATH })).code).toBe(0);
      expect(place.read("path").split(":")).not.toContain(place.path("bin"));
      expect(place.read("path")).not.toBe("");
    }
    expect(place.has("canary")).toBe(false);
  });
});
