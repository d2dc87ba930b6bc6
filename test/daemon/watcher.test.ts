import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createWatcher, type FileChange, type WatcherOptions } from "../../src/daemon/watch/watcher.js";
import { bundleModule } from "../support/bundle-module.js";

let root: string;
const at = (...parts: string[]) => join(root, ...parts);
const put = (path: string, text = "x") => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-watch-")));
});

/** A folder that every watcher here watches as well. The kernel keeps the order of changes, so what came before is told before. */
const LAST = "last";

function watching(paths: string[], options: Partial<WatcherOptions> = {}) {
  const seen: string[] = [];
  let reached = 0;
  const onChange = ({ path, kind }: FileChange) => {
    const name = path.slice(root.length + 1);
    if (name.startsWith(LAST)) reached++;
    else seen.push(`${kind} ${name}`);
  };
  mkdirSync(at(LAST));
  const watcher = createWatcher({ paths: [LAST, ...paths].map((path) => at(path)), onChange, ...options });
  onTestFinished(() => watcher.close());
  /** Until everything that changed before this call was told. */
  const rest = async () => {
    const wanted = reached + 1;
    put(join(LAST, String(wanted)));
    await expect.poll(() => reached).toBe(wanted);
  };
  return { seen, watcher, rest };
}

describe("the file watcher", () => {
  it("EV-23 tells five writes in a row once, after the last", async () => {
    put("folder/a");
    const { seen, rest } = watching(["folder"]);
    for (let i = 0; i < 5; i++) put("folder/a", String(i));
    await rest();
    expect(seen).toEqual(["modify folder/a"]);
  });

  it("EV-23 waits again from each write on", async () => {
    put("folder/a");
    put("folder/b");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const { seen } = watching(["folder"], { debounceMs: 2_000 });
    /** The kernel tells of the marker last: when it has a timer, the watcher knows of the write, too. Then time passes. */
    const write = async (path: string, timers: number, thenMs: number) => {
      put(path, "1");
      put(join(LAST, String(timers)));
      while (vi.getTimerCount() < timers) await sleep(5);
      vi.advanceTimersByTime(thenMs);
    };
    await write("folder/a", 2, 1_000);
    await write("folder/b", 4, 500);
    await write("folder/a", 5, 1_499);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual(["modify folder/b"]);
    vi.advanceTimersByTime(500);
    expect(seen).toEqual(["modify folder/b", "modify folder/a"]);
  });

  it("EV-23 tells each path once, and whether it was made, changed or removed", async () => {
    put("folder/changed");
    put("folder/gone");
    const { seen, rest } = watching(["folder"]);
    put("folder/new");
    put("folder/changed", "y");
    rmSync(at("folder/gone"));
    put("folder/came-and-went");
    rmSync(at("folder/came-and-went"));
    await rest();
    expect(seen.sort()).toEqual(["create folder/new", "modify folder/changed", "remove folder/gone"]);
  });

  it("EV-23 skips a path that is missing, says so, and watches the others", async () => {
    put("folder/a");
    const told: string[] = [];
    const onProblem = ({ path }: { path: string }) => void told.push(path);
    const { seen, watcher, rest } = watching(["nowhere/at/all", "folder"], { onProblem });
    expect(told).toEqual([at("nowhere/at/all")]);
    expect(watcher.problems).toEqual([{ path: at("nowhere/at/all"), problem: "it does not exist" }]);
    put("folder/a", "y");
    await rest();
    expect(seen).toEqual(["modify folder/a"]);
  });

  it("EV-23 watches a file by its parent: replaced, removed and made again it is still seen, its neighbours are not", async () => {
    put("folder/a");
    put("folder/b");
    const { seen, rest } = watching(["folder/a"]);
    put("folder/a.new", "whole");
    renameSync(at("folder/a.new"), at("folder/a"));
    put("folder/b", "y");
    await rest();
    expect(seen).toEqual(["modify folder/a"]);
    rmSync(at("folder/a"));
    await rest();
    put("folder/a");
    await rest();
    expect(seen).toEqual(["modify folder/a", "remove folder/a", "create folder/a"]);
  });

  it("EV-23 does not count a change of permissions, nor folders themselves", async () => {
    put("folder/a");
    const long = new Date(Date.now() - 60_000);
    utimesSync(at("folder/a"), long, long);
    const { seen, rest } = watching(["folder"]);
    chmodSync(at("folder/a"), 0o700);
    mkdirSync(at("folder/empty"));
    await rest();
    expect(seen).toEqual([]);
  });

  it("sees what is in folders below, also in new ones, but not what installers and git put there", async () => {
    put("folder/deep/a");
    put("folder/node_modules/x/a");
    const { seen, rest } = watching(["folder"]);
    put("folder/deep/a", "y");
    put("folder/new/deeper/a");
    put("folder/node_modules/x/a", "y");
    put("folder/.git/HEAD");
    await rest();
    put("folder/new/deeper/a", "y");
    rmSync(at("folder/deep"), { recursive: true });
    await rest();
    expect(seen.sort()).toEqual([
      "create folder/new/deeper/a",
      "modify folder/deep/a",
      "modify folder/new/deeper/a",
      "remove folder/deep/a",
    ]);
  });

  it("tells a file that never rests, before it has come to rest", async () => {
    put("log");
    const { seen } = watching(["log"], { debounceMs: 50 });
    while (seen.length === 0) {
      put("log", String(Math.random()));
      await sleep(5);
    }
    expect(seen).toEqual(["modify log"]);
  });

  it("watches no more folders than it may, and says which it left out", async () => {
    for (let i = 0; i < 5; i++) put(`folder/${i}/a`);
    const { watcher, seen, rest } = watching(["folder"], { folderLimit: 4 });
    expect(watcher.problems).toHaveLength(1);
    expect(watcher.problems[0]!.problem).toMatch(/more than 4 directories/);
    for (let i = 0; i < 5; i++) put(`folder/${i}/a`, "y");
    await rest();
    expect(seen).toHaveLength(2);
  });

  it("a system that has no handles left is a problem to be told, not an error", async () => {
    put("folder/a");
    const module = await bundleModule("daemon/watch/watcher.ts", root);
    const script = `
      import { openSync } from "node:fs";
      const { createWatcher } = await import(${JSON.stringify(module)});
      try { for (;;) openSync("/dev/null"); } catch {}
      const watcher = createWatcher({ paths: [${JSON.stringify(at("folder"))}], onChange() {} });
      console.log(watcher.problems.map(({ problem }) => problem).join());
      watcher.close();`;
    const run = `ulimit -n 60; exec "$0" --input-type=module -e "$1"`;
    const { stdout, status } = spawnSync("sh", ["-c", run, process.execPath, script], { encoding: "utf8" });
    expect(stdout).toMatch(/EMFILE/);
    expect(status).toBe(0);
  });

  it("EV-23 tells nothing after it was closed", async () => {
    put("folder/a");
    const { seen, watcher } = watching(["folder"], { debounceMs: 500 });
    const other = (debounceMs: number) => {
      const told: string[] = [];
      const onChange = ({ path }: FileChange) => void told.push(path);
      const stays = createWatcher({ paths: [at("folder")], onChange, debounceMs });
      onTestFinished(() => stays.close());
      return told;
    };
    const [sooner, later] = [other(1), other(1_000)];
    put("folder/a", "y");
    await expect.poll(() => sooner).toEqual([at("folder/a")]); // so it has heard of the change too
    watcher.close();
    put("folder/a", "z");
    await expect.poll(() => later).toEqual([at("folder/a")]);
    expect(seen).toEqual([]);
  });
});
