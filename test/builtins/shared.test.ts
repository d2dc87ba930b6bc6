import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { memoryFilesIn, memoryFolder } from "../../src/builtins/_shared/paths/memory-files.js";
import { appendLine, readOwnFile } from "../../src/builtins/_shared/paths/safe-files.js";
import { SessionMarks } from "../../src/builtins/_shared/state/once.js";
import { readFrontMatter } from "../../src/builtins/_shared/text/front-matter.js";
import { readStatus } from "../../src/builtins/task-status/read-status.js";
import { readLock } from "../../src/builtins/tasks-lock/read-lock.js";
import { BuiltinPlace } from "../support/builtin-place.js";

describe("the lock of a list of tasks", () => {
  const at = "2026-11-15T10:30:00Z";
  it.each([
    ["below its key", `lock:\n  owner: a\n  expires_at: ${at}\ntasks: []`],
    ["further to the right", `lock:\n        owner: 'a'\n        expires_at: "${at}"`],
    ["on one line", `lock: { owner: a, expires_at: ${at} }`],
    ["with comments and empty lines", `# top\n\nlock: # held\n  # by\n\n  owner: a # me\n  expires_at: ${at}\n`],
    ["with line ends of Windows", `tasks: []\r\nlock:\r\n  owner: a\r\n  expires_at: ${at}\r\n`],
  ])("BI-C2 is read %s", (_where, text) => {
    expect(readLock(text)).toEqual({ owner: "a", expiresAt: Date.parse(at) });
  });

  it.each([
    ["there is none", "tasks:\n  - id: T-1\n    lock:\n      owner: a\n"],
    ["it is empty", "lock:\ntasks: []\n"],
    ["it is null", "lock: null\nowner: a\n"],
    ["nobody owns it", "lock:\n  owner: ~\n  expires_at: 2099-01-01T00:00:00Z\n"],
    ["the owner is somebody else's", "lock:\ntasks:\n  owner: a\n"],
  ])("BI-C2 is none where %s", (_where, text) => {
    expect(readLock(text)).toBeUndefined();
  });

  it("BI-C12 a status is that of its own task", () => {
    const text = "tasks:\n  - id: A\n  - id: B\n    status: done\n  - status: claimed\n    id: C\n";
    expect(["A", "B", "C", "D"].map((id) => readStatus(text, id))).toEqual([undefined, "done", "claimed", undefined]);
  });
});

describe("front matter", () => {
  it.each([
    ['paths: ["a/**", b]', ["a/**", "b"]],
    ["paths: a.ts, b.{ts,js}", ["a.ts", "b.{ts,js}"]],
    ["paths:\n  - 'a'\n  - b\nother: x", ["a", "b"]],
    ["paths: []", []],
    ["other: x", undefined],
  ])("CI-12 %j", (head, list) => {
    const read = readFrontMatter(`---\n${head}\n---\nbody\n`);
    expect(read.list("paths")).toEqual(list);
    expect(read.body).toBe("body\n");
  });

  it("CI-12 what has none is all body", () => {
    expect(readFrontMatter("---\npaths: a\nno end").body).toBe("---\npaths: a\nno end");
  });
});

describe("files that somebody else may have put there", () => {
  it("T2 no line is added through a link, nor to a folder elsewhere", async () => {
    const place = new BuiltinPlace();
    const secret = place.write(join(place.home, ".bashrc"), "mine\n");
    symlinkSync(secret, join(place.project, "log"));
    symlinkSync(place.home, join(place.project, "elsewhere"));
    for (const name of ["log", "elsewhere/new.log"])
      expect(await appendLine(place.project, join(place.project, name), "x")).toBe(false);
    expect(await readOwnFile(secret, 100)).toMatchObject({ text: "mine\n" });
    expect(await appendLine(place.project, join(place.project, "a/b/log"), "x")).toBe(true);
  });

  it("T2 no link out of the project is read, and nothing that is no file or too large", async () => {
    const place = new BuiltinPlace();
    symlinkSync(place.write(join(place.home, "key"), "secret"), join(place.project, "CORTEX.md"));
    symlinkSync(place.write(join(place.project, "real.md"), "fine"), join(place.project, "AGENTS.md"));
    mkdirSync(join(place.project, "folder.md"));
    const read = (name: string, most = 100) => readOwnFile(join(place.project, name), most, place.project);
    expect(await read("CORTEX.md")).toBeUndefined();
    expect(await read("AGENTS.md")).toMatchObject({ text: "fine" });
    expect(await read("folder.md")).toBeUndefined();
    expect(await read("real.md", 3)).toBeUndefined();
  });
});

describe("memory files", () => {
  it("BI-C7 are known by their names, and only inside of what counts", () => {
    expect(memoryFilesIn("a/knowledge/K-1.md:3: x\nK-2.md\npatterns\\PAT-03.md knowledge/K-1.md")).toEqual([
      "knowledge/K-1.md",
      "patterns/PAT-03.md",
    ]);
    expect(memoryFolder("/p/sub/knowledge/K-1.md", ["/p"])).toBe("/p/sub");
    expect(memoryFolder("/q/knowledge/K-1.md", ["/p"])).toBeUndefined();
    expect(memoryFolder("/p/src/a.ts", ["/p"])).toBeUndefined();
  });
});

describe("marks of a session", () => {
  it("CI-12 count for seven days", async () => {
    const place = new BuiltinPlace();
    const marks = new SessionMarks(place.services, "rules", { hook_event_name: "PostToolUse", session_id: "s" });
    await marks.mark({ a: "1" });
    expect([...(await marks.seen({ a: "1", b: "1" }))]).toEqual(["a"]);
    expect([...(await marks.seen({ a: "2" }))]).toEqual([]);
    place.now += 7 * 86_400_000 + 1;
    expect([...(await marks.seen({ a: "1" }))]).toEqual([]);
  });
});
