import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventually } from "../support/real-engine.js";
import { call, PromptPlace } from "./prompt-place.js";

/** A program that keeps its arguments, stdin and variables beside itself, and then does as it is told. */
function programIn(place: PromptPlace, name: string, then: string): string {
  const folder = join(place.home, "bin");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  const keep = `printf '%s\\n' "$@" > ${folder}/args; cat > ${folder}/stdin; env > ${folder}/env; pwd > ${folder}/cwd; ls > ${folder}/files`;
  writeFileSync(file, `#!/bin/sh\n${keep}\n${then}\n`);
  chmodSync(file, 0o755);
  return folder;
}

function placeFor(kind: "claude" | "codex", then: string) {
  const place = new PromptPlace({ models: { mine: { kind, model: "m-1" } }, use: { prompt: "mine" } });
  const folder = programIn(place, kind, then);
  place.env["PATH"] = `${folder}:${process.env["PATH"]}`;
  const kept = (name: string) => readFileSync(join(folder, name), "utf8");
  return { place, kept, folder };
}

const RESULT = {
  type: "result",
  is_error: false,
  result: "",
  structured_output: { ok: false, reason: "no", impossible: false },
  usage: { input_tokens: 900, output_tokens: 30 },
  total_cost_usd: 0.002,
};
const CODEX_ANSWER = `o=; while [ $# -gt 0 ]; do [ "$1" = -o ] && o=$2; shift; done; printf '{"ok": false, "reason": "no"}' > "$o"`;

describe("released agents as models", () => {
  it("HT-02 claude: one turn without tools, hooks, MCP or session; the question on stdin [environment of programs]", async () => {
    const { place, kept } = placeFor("claude", `echo '${JSON.stringify(RESULT)}'`);
    place.env["ANTHROPIC_BASE_URL"] = "http://evil.test";
    place.env["SNAPHOOK_DEPTH"] = "1";
    expect(await place.fire({}, "rm -rf build")).toMatchObject({ verdict: "deny", reason: "no" });
    const args = kept("args");
    for (const flag of ["-p", "--safe-mode", "--strict-mcp-config", "--no-session-persistence", "--json-schema", "m-1"])
      expect(args.split("\n")).toContain(flag);
    expect(args).toContain("--tools\n\n");
    expect(args).not.toContain("rm -rf build"); // other users can see arguments
    expect(kept("stdin")).toContain("rm -rf build");
    expect(kept("env")).not.toContain("evil.test");
    expect(kept("env")).toMatch(/^SNAPHOOK_PRIVATE=1$/m);
    expect(kept("env")).toMatch(/^SNAPHOOK_DEPTH=2$/m);
    expect(kept("files")).toBe("");
    expect(existsSync(kept("cwd").trim())).toBe(false);
  });

  it("HT-02 codex: read-only, without hooks and session; schema and answer are files of an empty folder", async () => {
    const { place, kept } = placeFor("codex", CODEX_ANSWER);
    expect(await place.fire({}, "rm -rf build")).toMatchObject({ verdict: "deny", reason: "no" });
    expect(kept("args").split("\n")).toEqual(
      expect.arrayContaining([
        "exec",
        "--disable",
        "hooks",
        "--ephemeral",
        "--sandbox",
        "read-only",
        "--ignore-user-config",
        "--output-schema",
      ]),
    );
    expect(kept("stdin")).toContain("rm -rf build");
    expect(kept("files")).toBe("schema.json\n");
  });

  it.each([
    ["prints nothing", "claude", "true", "model-failed"],
    ["fails", "claude", "echo 'not logged in' >&2; exit 1", "model-failed"],
    ["reports an error", "claude", `echo '{"is_error": true, "result": "credit is used up"}'`, "model-failed"],
    ["answers in prose", "claude", `echo '{"result": "looks fine"}'`, "model-answer"],
    ["writes no answer", "codex", "true", "model-failed"],
    ["prints 5 MB", "claude", "head -c 5000000 /dev/zero", "output-limit"],
  ] as const)("HT-02 a program that %s is a failure (%s)", async (_what, kind, then, cause) => {
    const { place } = placeFor(kind, then);
    expect(await place.fire()).toMatchObject({ verdict: "deny", hooks: [{ cause }] });
  });

  it("HT-02 a program that is not installed is named", async () => {
    const place = new PromptPlace({ models: { mine: { kind: "claude" } }, use: { prompt: "mine" } });
    place.env["PATH"] = place.home;
    const decision = await place.fire();
    expect(decision).toMatchObject({ verdict: "deny", hooks: [{ cause: "not-found" }] });
    expect(decision.reason).toContain("claude");
  });

  it("T12 a program of the project is not started [safe path]", async () => {
    const { place, folder } = placeFor("claude", `echo '${JSON.stringify(RESULT)}'`);
    place.env["PATH"] = folder;
    const { fire } = place.engine({}, {}, { reach: { root: folder } });
    expect(await fire("PreToolUse", call("ls"))).toMatchObject({ hooks: [{ cause: "not-found" }] });
  });

  it("HT-02 a program that hangs is ended with everything that it started", async () => {
    const { place, folder } = placeFor("claude", `sleep 600 & echo $! > "$(dirname "$0")/child"; wait`);
    const caller = new AbortController();
    const fired = place.engine().fire("PreToolUse", call("ls"), { signal: caller.signal });
    const child = join(folder, "child");
    await eventually("it has started another", () => existsSync(child) && readFileSync(child, "utf8").endsWith("\n"));
    caller.abort();
    expect(await fired).toMatchObject({ verdict: "deny" });
    const pid = Number(readFileSync(child, "utf8"));
    await eventually("the other has ended", () => !isAlive(pid));
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
