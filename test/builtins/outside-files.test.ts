import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import type { HookOutput } from "../../src/core/decision/decision.js";
import { MemoryState } from "../../src/runtime/platform/memory-state.js";

describe("protect-commands on a real disk", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "outside-"));
    mkdirSync(join(home, "shop"));
    mkdirSync(join(home, "letters"));
    writeFileSync(join(home, "letters/old.txt"), "dear");
  });
  afterEach(() => rmSync(home, { recursive: true }));

  async function verdict(command: string) {
    const project = join(home, "shop");
    const place = {
      home,
      project,
      cwd: project,
      config: join(home, ".config/snaphook"),
      managed: "/etc/snaphook",
      data: join(home, ".local/share/snaphook"),
      state: join(home, ".local/state/snaphook"),
      cache: join(home, ".cache/snaphook"),
      sockets: join(home, "run"),
      platform: "linux",
      environment: {},
    } as const;
    const services = { state: new MemoryState(), level: "user", now: () => 0, emit: () => undefined } as never;
    const payload = { hook_event_name: "PreToolUse", cwd: project, tool_name: "Bash", tool_input: { command } };
    const guard = BUILTINS["protect-commands"]!.make(place, {}, services);
    return ((await guard(payload as never, undefined as never)) as HookOutput | undefined)?.verdict;
  }

  it("asks before a file outside the project is replaced or deleted", async () => {
    expect(await verdict("date > ~/letters/old.txt")).toBe("ask");
    expect(await verdict("cp a.txt ../letters/old.txt")).toBe("ask");
    expect(await verdict("rm ~/letters/old.txt")).toBe("ask");
  });

  it("follows links that are on the disk", async () => {
    symlinkSync(join(home, "letters"), join(home, "shop/old"));
    symlinkSync(join(home, "letters/old.txt"), join(home, "shop/one.txt"));
    expect(await verdict("rm -rf old/")).toBe("ask");
    expect(await verdict("rm -rf old/*")).toBe("ask");
    expect(await verdict("date > one.txt")).toBe("ask");
    expect(await verdict("rm old")).toBeUndefined();
    mkdirSync(join(home, "shop/dist"));
    symlinkSync("dist", join(home, "shop/current"));
    expect(await verdict("rm -rf current/*")).toBeUndefined();
  });

  it("passes a new file, for nothing is lost", async () => {
    expect(await verdict("date > ~/letters/new.txt")).toBeUndefined();
    expect(await verdict("cp a.txt ~/letters/new.txt")).toBeUndefined();
  });
});
