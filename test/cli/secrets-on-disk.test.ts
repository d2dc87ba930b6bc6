/** What stays on the disk when a process is killed, and what hashes in the store and in exports give away. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/core/text/json.js";
import { openDriver } from "../../src/store/open-driver.js";
import { bash, ProgramPlace } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const WORD = "correct horse battery staple";

/** Every file below these folders, by name and content. */
function filesIn(...folders: readonly string[]): string {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("versions"))
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), "latin1")}`)
    .join("\n");
}

describe("T10 a kill leaves no payload behind", () => {
  it("of an event for a background hook [nameless hand-over]", async () => {
    const place = new ProgramPlace();
    const temporary = join(place.root, "tmp");
    mkdirSync(temporary);
    // The process that takes the event is killed before it has read anything.
    const killed = place.write(
      "kill.cjs",
      'if (process.argv.includes("run-background")) process.kill(process.pid, 9);',
    );
    place.writeUser("hooks.json", {
      hooks: [{ id: "later", event: "PreToolUse", background: true, command: "cat" }],
    });
    await place.hook("PreToolUse", bash(`echo ${WORD}`), {
      env: { NODE_OPTIONS: `--require=${killed}`, TMPDIR: temporary, SNAPHOOK_PRIVATE: "1" },
    });
    expect(filesIn(place.state, place.data, temporary)).not.toContain(WORD);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it("of a value that is too large for a variable [nameless spill]", async () => {
    const place = new ProgramPlace();
    const temporary = join(place.root, "tmp");
    mkdirSync(temporary);
    place.write(".opta/config.json", {
      hooks: [{ event: "tool.pre", command: `wc -c < "$SNAPHOOK_PAYLOAD_FILE" > size; kill -9 $PPID` }],
    });
    await place.trust(".", ["--dialect", "opta"]);
    await place.run(["fire", "PreToolUse", "--dialect", "opta", "--payload", "-"], {
      input: { session_id: "s1", tool_name: "Write", tool_input: { content: `${WORD} ${"x".repeat(200_000)}` } },
      env: { TMPDIR: temporary },
    });
    expect(Number(place.read("size"))).toBeGreaterThan(200_000);
    expect(filesIn(place.state, place.data, temporary)).not.toContain(WORD);
  });

  it("that an older version left: it is removed when a session or the daemon starts [sweep]", async () => {
    const place = new ProgramPlace();
    const temporary = join(place.root, "tmp");
    const old = [join(place.state, "background/a.json"), join(temporary, "snaphook-a1B2c3/payload.json")];
    const others = [join(temporary, "snaphook-notes/payload.json"), join(temporary, "snaphook-Zz9Zz9/other.txt")];
    for (const file of [...old, ...others]) {
      mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(file, WORD);
      for (const path of [file, join(file, "..")]) utimesSync(path, 1_000, 1_000);
    }
    await place.hook("SessionStart", { source: "startup" }, { env: { TMPDIR: temporary } });
    expect(old.filter((file) => existsSync(file))).toEqual([]);
    expect(others.filter((file) => !existsSync(file))).toEqual([]);
  });
});

describe("T10 hashes of inputs", () => {
  const input = { command: `deploy --as ${WORD}` };
  /** As anyone could compute them for a guess. */
  const plain = (value: unknown) => createHash("sha256").update(canonicalJson(value)).digest("hex");

  async function withDenied(): Promise<DaemonPlace> {
    const place = new DaemonPlace();
    await place.wire();
    place.writeUser("hooks.json", {
      hooks: [{ id: "no", event: "PreToolUse", guard: true, command: `echo '{"decision":"deny","reason":"no"}'` }],
    });
    await place.up();
    const payload = { session_id: "s1", cwd: place.project, permission_mode: "default" };
    await place.launch("claude-code", "PreToolUse", { ...payload, tool_name: "Bash", tool_input: input });
    await place.launch("claude-code", "UserPromptSubmit", { ...payload, prompt: WORD });
    await expect.poll(async () => (await place.events()).length).toBe(2);
    return place;
  }

  it("have a key: a guess cannot be tried out on the store, and stay out of exports [keyed hashes] [exports]", async () => {
    const place = await withDenied();
    const [prompt, call] = await place.events();
    expect(call?.call).toMatch(/^k1:[0-9a-f]{64}$/);
    expect(prompt?.dedupe).toMatch(/^k1:[0-9a-f]{64}$/);
    const guesses = [plain(["Bash", input]), plain(["UserPromptSubmit", "s1", WORD])];
    for (const guess of guesses) expect(filesIn(place.data, place.state)).not.toContain(guess);
    const { stdout } = await place.run(["export"]);
    expect(stdout.trim().split("\n")).toHaveLength(2);
    expect(stdout).not.toMatch(/"(?:call|dedupe|dedupeMs)":/);
  });

  it("of an older version are removed from the store; its records stay readable [old hashes]", async () => {
    const place = await withDenied();
    const { id } = (await place.events())[1]!;
    await place.kill();
    const old = plain(["Bash", input]);
    const file = join(place.data, "store/snaphook.db");
    const db = openDriver(file);
    db.exec(`UPDATE events SET body = json_set(body, '$.call', '${old}') WHERE id = '${id}'; PRAGMA user_version = 3`);
    for (const later of [
      "scopes",
      "memories",
      "memory_sources",
      "tallies",
      "turns",
      "shown",
      "jobs",
      "observed",
      "stated",
    ])
      db.exec(`DROP TABLE ${later}`);
    db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
    db.close();
    expect(readFileSync(file, "latin1")).toContain(old);
    expect((await place.run(["why", id])).stdout).toContain("deny on PreToolUse");
    expect(filesIn(join(place.data, "store"))).not.toContain(old);
  });
});

describe("T10 secrets in forms that hide them", () => {
  const secret = "Zebra9!quartz";
  const token = `ghp_${"k3Rw9TzQ".repeat(4)}x7Lm`;
  const nested = (levels: number) => {
    let value: object = { password: secret };
    for (let level = 0; level < levels; level++) value = { body: JSON.stringify(value) };
    return value;
  };
  const INPUTS: readonly (readonly [defence: string, input: object])[] = [
    ["nested JSON", nested(4)],
    ["commands that make secrets", { command: `kubectl create secret generic db --from-literal=conn=${secret}` }],
    ["lines of .netrc", { command: `printf 'machine h\n password ${secret}\n login me\n' >> x` }],
    ["colour codes", { command: `printf 'password=\\033[1m${secret}\\033[0m'` }],
  ];

  it.each(INPUTS)("are in no record of a call [%s]", async (_, input) => {
    const place = new ProgramPlace();
    await place.hook("PreToolUse", { tool_name: "Bash", tool_input: input });
    const kept = filesIn(place.data, place.state);
    expect(kept).toContain("[redacted:");
    expect(kept).not.toContain(secret);
  });

  it("are in no id, event or agent of POST /v1/events, nor in its receipt [ids of senders]", async () => {
    const place = new DaemonPlace();
    await place.up();
    const body = { id: `run-${token}`, agent: "claude-code", event: `my:${token}`, session: "s1", payload: {} };
    const send = () => place.ask({ method: "POST", path: "/v1/events", body });
    const [first, again] = [await send(), await send()];
    expect(first).toMatchObject({ kind: "ok", body: { receipts: [{ outcome: "stored" }] } });
    expect(again).toMatchObject({ kind: "ok", body: { receipts: [{ outcome: "known" }] } });
    expect(JSON.stringify([first, again])).not.toContain(token);
    await place.run(["down"]);
    expect(filesIn(place.data, place.state)).not.toContain(token);
  });

  it("are in no line of audit-log, wherever it is cut [redacted before it is cut]", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: [{ event: "PostToolUse", builtin: "audit-log", options: { result: 60 } }] });
    const [before, long] = ["x ".repeat(20), "y ".repeat(9_990)];
    const result = `${before}${token} and more`;
    await place.hook("PostToolUse", { ...bash(`${long}${token} ls`), tool_response: result });
    await place.hook("PostToolUse", { ...bash("ls"), tool_response: `\u001b[32m${token}\u001b[0m` });
    const logged = place.read(join(place.state, "audit-log.jsonl"));
    expect(logged.trim().split("\n")).toHaveLength(2);
    expect(logged).not.toContain(token.slice(0, 12));
  });
});
