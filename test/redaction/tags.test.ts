import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { redactJson } from "../../src/core/redact/json.js";
import { tagFor, useTagHash } from "../../src/core/redact/tag.js";
import { redactText } from "../../src/core/redact/text.js";
import { installKeyFile } from "../../src/disk/install-key.js";
import { useInstallKey } from "../../src/runtime/platform/redaction-tags.js";
import { removeFolder } from "../support/remove-folder.js";

const TAG = /^\[redacted:password:[0-9a-f]{8}\]$/;

describe("T10 tags of redacted secrets", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "snaphook-tags-"));
  });
  afterEach(() => {
    useTagHash(() => undefined);
    removeFolder(root);
  });

  it("equal secrets have the same letters, wherever they stand, and others have others", () => {
    useInstallKey(root);
    const inText = redactText("PASSWORD=hunter2").slice("PASSWORD=".length);
    expect(inText).toMatch(TAG);
    expect(redactJson({ password: "hunter2" })).toEqual({ password: inText });
    expect(redactText("mysql -phunter2 x")).toBe(`mysql -p${inText} x`);
    expect(redactText("PASSWORD=hunter3")).not.toBe(`PASSWORD=${inText}`);
  });

  it("the letters are of the key: another installation has others, and nobody can try out guesses", () => {
    useInstallKey(join(root, "one"));
    const one = tagFor("password", "hunter2");
    useInstallKey(join(root, "two"));
    expect(tagFor("password", "hunter2")).not.toBe(one);
    useInstallKey(join(root, "one"));
    expect(tagFor("password", "hunter2")).toBe(one);
  });

  it("the key is made with the first secret, private, and nothing is left beside it", () => {
    useInstallKey(join(root, "new"));
    redactText("nothing here");
    expect(existsSync(join(root, "new"))).toBe(false);
    redactText("PASSWORD=hunter2");
    const file = installKeyFile(join(root, "new"));
    expect(readFileSync(file, "utf8")).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(root, "new"))).toEqual(["redaction-key"]);
  });

  it("without a key there are no letters", () => {
    expect(tagFor("password", "hunter2")).toBe("[redacted:password]");
    writeFileSync(join(root, "file"), "");
    useInstallKey(join(root, "file", "below"));
    expect(tagFor("password", "hunter2")).toBe("[redacted:password]");
  });

  it("a key that is none is not used", () => {
    writeFileSync(installKeyFile(root), "short");
    useInstallKey(root);
    expect(tagFor("password", "hunter2")).toBe("[redacted:password]");
  });

  it("what has a tag is not tagged again, whatever name stands beside it", () => {
    useInstallKey(root);
    const once = redactJson({ password: "hunter2", list: ["TOKEN=abc123", { api_key: "k3y" }] });
    expect(redactJson(once)).toEqual(once);
    expect(redactText(JSON.stringify(once))).toBe(JSON.stringify(once));
  });
});
