/** A disk that is full, read-only or damaged: answers go on, it is told, and what could be kept is taken in later. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "../../src/client/store-file.js";
import { spoolFolder } from "../../src/runtime/record/spool.js";
import { limit } from "../support/limits.js";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(async () => {
  place = new DaemonPlace();
  place.writeUser("hooks.json", {
    hooks: { PreToolUse: [{ id: "g", guard: true, command: says("deny", "the harbour is closed") }] },
  });
  await place.wire();
});

const denied = async (id: string) => {
  const call = { session_id: "s", cwd: place.project, tool_use_id: id, ...bash("ls") };
  const { code, stdout } = await place.launch("claude-code", "PreToolUse", call);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("the harbour is closed") });
};
const post = (id: string, more: object = {}) => {
  const payload = { tool_name: "Read", tool_use_id: id };
  const body = { id, agent: "claude-code", event: "PostToolUse", session: "s", payload, ...more };
  return place.ask({ method: "POST", path: "/v1/events", body });
};
const toolIds = async () => (await place.events()).map(({ payload }) => payload["tool_use_id"]).sort();
const spooled = () => readdirSync(spoolFolder(place.state)).filter((name) => name.endsWith(".json"));
const daemonLog = () => place.read(join(place.folder, "daemon.log"));
const again = async () => {
  await place.run(["down"]);
  await place.up();
};

describe("a disk that refuses", () => {
  it("a full one for the store: answers go on, it is told, records wait in the spool and are taken in later", async () => {
    await place.up();
    await denied("before");
    await expect.poll(toolIds).toEqual(["before"]);
    // What the store appends to is larger than a record of its own would be.
    limit(place.daemon!.pid!, "fsize", statSync(`${storeFile(place)}-wal`).size);
    await denied("a");
    await denied("b");
    await expect.poll(() => spooled().length).toBe(2);
    expect(await post("no-receipt")).toMatchObject({ kind: "refused", code: "STORE_REFUSED" });
    expect((await place.status()).store).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/spool.*full|I\/O/s),
    });
    expect((await place.run(["status"])).stdout).toMatch(/Store: .*(full|I\/O)/);
    limit(place.daemon!.pid!, "fsize", "unlimited");
    await denied("c");
    await expect.poll(async () => (await place.status()).store.ok).toBe(true);
    await expect.poll(toolIds).toEqual(["a", "b", "before", "c"]);
    expect(spooled()).toEqual([]);
  });

  it("a full one for everything: answers go on, and records are said to be dropped", async () => {
    await place.up();
    await denied("before");
    await expect.poll(toolIds).toEqual(["before"]);
    limit(place.daemon!.pid!, "fsize", 1);
    await denied("a");
    await denied("b");
    await expect.poll(async () => (await place.status()).store.problem).toMatch(/2 records were dropped/);
    limit(place.daemon!.pid!, "fsize", "unlimited");
    await denied("c");
    await expect.poll(toolIds).toEqual(["before", "c"]);
    await expect.poll(daemonLog).toMatch(/ERROR .*2 records were dropped/);
    const told = {
      code: 0,
      stdout: expect.stringMatching(/2 records could not be kept \(.*`export` do not show them/),
    };
    expect(await place.run(["status"])).toMatchObject(told);
    await again();
    expect((await place.status()).store).toMatchObject({ ok: true, lost: { count: 2 } });
    expect(await place.run(["status"])).toMatchObject(told);
    await place.run(["down"]);
    expect((await place.run(["status"])).stdout).toMatch(/2 records could not be kept/);
  });

  it("one that was never writable for the store: told from the beginning, and taken in when it is", async () => {
    const folder = dirname(storeFile(place));
    writeFileSync(folder, "a file where the folder should be");
    await place.up();
    await denied("a");
    expect(await post("x")).toMatchObject({ kind: "refused" });
    await expect.poll(() => spooled().length).toBe(1);
    const { store } = await place.status();
    expect(store).toMatchObject({ ok: false, problem: expect.stringMatching(/EEXIST|ENOTDIR/) });
    rmSync(folder);
    await again();
    await expect.poll(toolIds).toEqual(["a"]);
    expect((await place.status()).store.ok).toBe(true);
  });

  it("one without room for a daemon: that is said, and every call is answered without", async () => {
    mkdirSync(dirname(place.state), { recursive: true });
    writeFileSync(place.state, "a file where the folder should be");
    const { code, stderr } = await place.run(["up"]);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("DAEMON_FAILED") });
    await denied("a");
    await denied("b");
  });
});

it("a circle of links where settings or states of sessions should be: memory is off, the log says so, and the daemon goes on", async () => {
  place.writeUser("memory.json", { enabled: true });
  await place.up();
  const sessions = join(place.state, "sessions");
  mkdirSync(sessions, { recursive: true });
  symlinkSync("circle", join(sessions, "circle"));
  const call = { session_id: "s", cwd: place.project, source: "startup" };
  expect(await place.launch("claude-code", "SessionStart", call)).toMatchObject({ code: 0 });
  await expect.poll(async () => (await place.events()).map(({ event }) => event)).toEqual(["SessionStart"]);
  renameSync(place.user, `${place.user}-away`);
  symlinkSync("snaphook", place.user);
  await expect.poll(daemonLog).toMatch(/\[INJECT:settings\] nothing: .*ELOOP/);
  rmSync(place.user);
  renameSync(`${place.user}-away`, place.user);
  await denied("after");
  expect((await place.status()).pid).toBe(place.daemon!.pid);
});

describe("files that are damaged", () => {
  it("a store and spooled records that cannot be read are set aside and told, and it goes on", async () => {
    const [file, spool] = [storeFile(place), spoolFolder(place.state)];
    for (const folder of [dirname(file), spool]) mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, "not a database ".repeat(1000));
    await denied("good");
    writeFileSync(join(spool, "000000000000001-half.json"), '{"id":"half","at":12');
    writeFileSync(join(spool, "000000000000002-empty.json"), "");
    writeFileSync(join(spool, "000000000000003-other.json"), '{"id":"x"}');
    await place.up();
    await expect.poll(toolIds).toEqual(["good"]);
    expect((await place.status()).store).toMatchObject({ ok: false, problem: expect.stringContaining("damaged-") });
    expect((await place.run(["status"])).stdout).toContain("damaged-");
    expect(readdirSync(dirname(file)).filter((name) => name.includes("damaged-"))).toHaveLength(1);
    expect(spooled()).toEqual([]);
    expect(readdirSync(join(spool, "damaged"))).toHaveLength(3);
    await expect.poll(daemonLog).toMatch(/ERROR .*moved aside: .*half/);
    await denied("next");
    await expect.poll(toolIds).toEqual(["good", "next"]);
    await again();
    expect((await place.status()).store.ok).toBe(true);
  });
});

describe("a clock that jumps", () => {
  it("events from any time are kept, shown and followed by others", async () => {
    await place.up();
    const decade = 10 * 365 * 86_400_000;
    for (const at of [0, 1, Date.now() + decade, 8_640_000_000_000_000, Number.MAX_SAFE_INTEGER])
      expect(await post(`at-${at}`, { at })).toMatchObject({ kind: "ok" });
    expect(await post("before", { at: -1 })).toMatchObject({ kind: "refused" });
    await denied("now");
    await expect.poll(async () => (await toolIds()).length).toBe(6);
    for (const args of [["sessions"], ["session", "s"], ["log"], ["stats"], ["status"], ["export"]])
      expect(await place.run(args), args.join(" ")).toMatchObject({ code: 0, stderr: "" });
  });

  it("files from the future and from long ago hold up neither a start nor a call", async () => {
    await place.up();
    await denied("a");
    await expect.poll(toolIds).toEqual(["a"]);
    await place.kill();
    writeFileSync(join(place.folder, "lock.guard"), "");
    writeFileSync(join(place.state, "hooks.log.lock"), "");
    for (const [time, id] of [
      [new Date("2099-01-01"), "future"],
      [new Date(1_000), "past"],
    ] as const) {
      await denied(id);
      for (const name of readdirSync(place.state, { recursive: true, encoding: "utf8" }))
        utimesSync(join(place.state, name), time, time);
      await place.up();
      await denied(`${id} served`);
      await expect.poll(toolIds).toContain(`${id} served`);
      await place.kill();
    }
    await place.up();
    await expect.poll(toolIds).toEqual(["a", "future", "future served", "past", "past served"]);
    expect(existsSync(join(place.folder, "lock.guard"))).toBe(false);
  });
});
