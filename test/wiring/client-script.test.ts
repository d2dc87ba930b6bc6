import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import type { LauncherFacts } from "../../src/adapters/_shared/bridge/ask-daemon.js";
import { clientScript } from "../../src/runtime/wiring/client-script.js";
import { findPerl } from "../../src/runtime/wiring/daemon-client.js";
import { bash, ProgramPlace } from "../support/program.js";

const FACTS = {
  version: "1.2.3",
  hooksSocket: "/run/it's/hooks.sock",
  launcher: "/data/launch",
  shell: ["/bin/sh", "-p"],
  sent: { names: ["PATH", "HOME"], prefixes: ["SNAPHOOK_"] },
};

describe("launch.pl", () => {
  it.for(["linux", "darwin"] as const)(
    "on %s: it compiles, and so does each function that it calls by name",
    (platform) => {
      const script = clientScript(FACTS, platform);
      const [main = "", end = ""] = script.split("\n__END__\n");
      const functions = new Map(
        end.split(/\n{2,}/).flatMap((text) => {
          const name = /^sub (\w+)/m.exec(text)?.[1];
          return name === undefined ? [] : [[name, text] as const];
        }),
      );
      const called = [...script.matchAll(/seldom\(["'](\w+)["']/g)].map(([, name]) => name!);
      expect(new Set(called)).toEqual(new Set(functions.keys()));
      for (const text of [main, ...functions.values()]) {
        const { stderr } = spawnSync(findPerl()!, ["-TUc"], { input: text, encoding: "utf8" });
        expect(stderr, text).toBe("- syntax OK\n");
      }
    },
  );

  it("sends the variables that agents' own files send, and no others", async () => {
    const place = new ProgramPlace();
    await place.run(["install", "claude-code"]);
    const facts = JSON.parse(readFileSync(`${place.data}/launch.json`, "utf8")) as LauncherFacts;
    mkdirSync(dirname(facts.hooksSocket), { recursive: true, mode: 0o700 });
    const heard = new Promise<string>((done) => {
      const server = createServer((socket) =>
        socket.once("data", (head) => {
          server.close();
          socket.end("declined it was heard\n");
          done(head.toString());
        }),
      ).listen(facts.hooksSocket);
    });
    const names = [
      "PATH",
      "path",
      "PATH_X",
      "XPATH",
      "LC_ALL",
      "LC_CTYPE",
      "LC_TIME",
      "CI",
      "CI_X",
      "CLAUDE",
      "CLAUDE_",
      "PERLIO",
    ];
    const more = [
      "CLAUDE_X",
      "XCLAUDE_X",
      "_CLAUDE_X",
      "CLAUDE_API_KEY",
      "codex_token",
      "PI_PATH",
      "PI_PAT",
      "SNAPHOOK_X",
    ];
    const odd = ["PATH HOME", "PATH_", "VSCODE_X_Y", "SNAPHOOK_DATABASE_URLS", "SNAPHOOKX_A", "XDG_DATA_HOME", "XDG_X"];
    const given = Object.fromEntries([...names, ...more, ...odd].map((name) => [name, ":x"]));
    const env = { ...given, ...place.env, SNAPHOOK_DAEMON: "on" };
    const ended = new Promise<void>((done) => {
      const child = execFile(`${place.data}/launch`, ["claude-code", "PreToolUse"], { cwd: place.project, env }, () =>
        done(),
      );
      child.stdin!.end(JSON.stringify({ session_id: "s", cwd: place.project, ...bash("ls") }));
    });
    const [sent, secret] = [new RegExp(facts.sent), new RegExp(facts.secret, "i")];
    const expected = Object.keys(env).filter((name) => sent.test(name) && !secret.test(name));
    const got = (await heard).split("\0").flatMap((text) => /^([^=\n]+)=/.exec(text)?.[1] ?? []);
    expect(new Set(got)).toEqual(new Set([...expected, "PWD", ...Object.keys(facts.pinned)]));
    await ended;
  });
});
