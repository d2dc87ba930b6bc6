import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { findEntry, refreshEntries, removeRetired, writeEntry } from "../../src/runtime/pack/entry-files.js";
import { entryText, PACK_VERSION } from "../../src/runtime/pack/entry-text.js";
import { addRecommended } from "../../src/runtime/pack/recommended-hooks.js";
import { parseConfigText } from "../../src/sources/read/config-text.js";
import { removeFolder } from "../support/remove-folder.js";

const GIT = BUILTINS["protect-git"]!;
const GIVEN = { mode: "observe", options: { risky: "pass" } };

let folder: string;
const fileOf = (name: string) => join(folder, "hooks.d", name);
const put = (name: string, text: string) => {
  mkdirSync(dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), text);
  return fileOf(name);
};
const read = (name: string) => readFileSync(fileOf(name), "utf8");
const parsed = (text: string) => parseConfigText("x.jsonc", text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "snaphook-pack-"));
  onTestFinished(() => removeFolder(folder));
});

describe("entries of the pack", () => {
  it("CF-18 (a) what is not there is written, with its version", () => {
    const entry = findEntry(folder, "protect-git");
    expect(entry.state).toBe("absent");
    writeEntry(entry, GIT, GIVEN);
    expect(parsed(read("protect-git.jsonc"))).toMatchObject({
      value: { builtin: "protect-git", ...GIVEN, shipped: PACK_VERSION },
      findings: [],
    });
    expect(statSync(entry.path).mode & 0o777).toBe(0o600);
    expect(findEntry(folder, "protect-git").state).toBe("current");
  });

  it("CF-18 (b) an older one is written anew, with everything it sets", () => {
    put(
      "protect-git.jsonc",
      `{ "builtin": "protect-git", "shipped": "2026.2.9", "mode": "observe", "options": {"risky": "pass"} }`,
    );
    expect(refreshEntries(folder, BUILTINS)).toEqual([fileOf("protect-git.jsonc")]);
    expect(parsed(read("protect-git.jsonc")).value).toEqual({
      builtin: "protect-git",
      ...GIVEN,
      shipped: PACK_VERSION,
    });
  });

  it("CF-18 (c) one of this version stays as it is", () => {
    const text = `{ "builtin": "protect-git", "shipped": "${PACK_VERSION}" } // mine`;
    put("protect-git.jsonc", text);
    expect(refreshEntries(folder, BUILTINS)).toEqual([]);
    expect(read("protect-git.jsonc")).toBe(text);
  });

  it("CF-18 (d) a newer one is never written back", () => {
    const text = entryText(GIT, {}, "2099.10.2");
    put("protect-git.jsonc", text);
    expect(findEntry(folder, "protect-git").state).toBe("newer");
    expect([...refreshEntries(folder, BUILTINS), ...addRecommended(folder, "observe")]).not.toContain(
      fileOf("protect-git.jsonc"),
    );
    expect(read("protect-git.jsonc")).toBe(text);
  });

  it.each([
    ["without a version", `{ "event": "PreToolUse", "builtin": "protect-git" }`],
    ["of another hook", `{ "event": "Stop", "command": "true", "shipped": "2026.1.1" }`],
    ["that is half written", `{ "builtin": "protect-git", "shipped": "2026.1.1", "options": {`],
  ])("CF-18 (e) a file of the person's own is never touched: one %s", (_what, text) => {
    put("protect-git.json", text);
    expect(findEntry(folder, "protect-git").state).toBe("own");
    expect([...refreshEntries(folder, BUILTINS), ...addRecommended(folder, "observe")]).not.toContain(
      fileOf("protect-git.json"),
    );
    expect(read("protect-git.json")).toBe(text);
    expect(existsSync(fileOf("protect-git.jsonc"))).toBe(false);
  });

  it("CF-18 (f) a copy from before there were versions counts as the oldest, unless it was changed", () => {
    const denies = `echo '{\\"decision\\":\\"deny\\",\\"reason\\":\\"Force pushes need a person. Push without --force.\\"}'`;
    const shipped = `{\n  "id": "no-force-push",\n  "event": "PreToolUse",\n  "matcher": "Bash(*git*push*--force*)",\n  "command": "${denies}",\n  "guard": true,\n  "mode": "observe",\n  "timeoutMs": 5000\n}\n`;
    put("recommended-no-force-push.json", shipped);
    put("recommended-no-wiping.json", shipped.replace("observe", "enforce"));
    const written = addRecommended(folder, "observe");
    expect(written).toContain(fileOf("protect-git.jsonc"));
    expect(readdirSync(dirname(fileOf("x"))).filter((name) => name.startsWith("recommended"))).toEqual([
      "recommended-no-wiping.json",
    ]);
    expect(removeRetired(folder)).toEqual([]);
  });

  it("every built-in's file is read back as it was meant", () => {
    for (const builtin of Object.values(BUILTINS)) {
      const { builtin: _name, ...given } = builtin.example;
      const { value, findings } = parsed(entryText(builtin, given));
      expect(findings).toEqual([]);
      const { options = {}, ...rest } = value as JsonObject;
      expect({ ...rest, options }).toEqual({ options: {}, ...builtin.example, shipped: PACK_VERSION });
    }
  });
});
