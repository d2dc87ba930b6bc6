/** What is kept of a decision, on the disk, and what is read back of files that are damaged, old or none of ours. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { sha256 } from "../../src/disk/digest.js";
import { TrustStore } from "../../src/sources/trust/trust-store.js";
import { hookSpec } from "../support/hook-specs.js";
import { removeFolder } from "../support/remove-folder.js";

let root: string;
let store: TrustStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "snaphook-store-"));
  onTestFinished(() => removeFolder(root));
  store = new TrustStore(join(root, "data"));
});

const facts = (path: string) => ({ name: path, path, scope: "project", dialect: "native" }) as const;
const version = (digest: string) => ({
  digest,
  hooks: [{ token: `token-${digest}`, hook: hookSpec({ run: { type: "command", command: digest } }), files: [] }],
  files: [{ path: "/p/a.sh", sha256: "1".repeat(64) }],
});
const allow = (digest: string, copies: ReadonlyMap<string, Uint8Array> = new Map()) =>
  store.allow(facts("/p/f"), version(digest), copies);
const digests = () => store.recordOf("/p/f")!.versions.map(({ digest }) => digest);

describe("the trust store", () => {
  it("gives back what was approved, with the time, under the hash of its name", () => {
    expect(store.recordOf("/p/f")).toBeUndefined();
    const before = new Date().toISOString();
    allow("one");
    const record = store.recordOf("/p/f")!;
    const { at } = record;
    expect(record).toEqual({
      format: 2,
      ...facts("/p/f"),
      decision: "allow",
      versions: [{ ...version("one"), at }],
      at,
    });
    expect(at >= before && at <= new Date().toISOString()).toBe(true);
    const file = join(root, "data/trust", `${sha256("/p/f")}.json`);
    expect(store.fileOf("/p/f")).toBe(file);
    expect(readFileSync(file, "utf8")).toMatch(/^\{\n {2}"format": 2,\n[\s\S]*\n\}\n$/);
  });

  it("keeps versions beside each other, the newest last, each once", () => {
    for (const digest of ["one", "two", "three", "one"]) allow(digest);
    expect(digests()).toEqual(["two", "three", "one"]);
  });

  it("keeps the twenty newest versions", () => {
    for (let n = 1; n <= 22; n++) allow(String(n));
    expect(digests()).toEqual(Array.from({ length: 20 }, (_, i) => String(i + 3)));
  });

  it("a denial takes every approval away, and an approval after it starts anew", () => {
    allow("one");
    store.deny(facts("/p/f"));
    expect(store.recordOf("/p/f")).toMatchObject({ format: 2, decision: "deny", versions: [], path: "/p/f" });
    allow("two");
    expect(digests()).toEqual(["two"]);
    // A version in a record that denies, as an older program may have left it, is no approval.
    const record = store.recordOf("/p/f")!;
    writeFileSync(store.fileOf("/p/f"), JSON.stringify({ ...record, decision: "deny" }));
    allow("three");
    expect(digests()).toEqual(["three"]);
  });

  it("forgets once, and says whether there was anything", () => {
    allow("one");
    expect(store.forget("/p/g")).toBe(false);
    expect(store.forget("/p/f")).toBe(true);
    expect(store.recordOf("/p/f")).toBeUndefined();
    expect(store.forget("/p/f")).toBe(false);
  });

  it("keeps copies of files up to 256 KiB", () => {
    const [small, large] = [Buffer.alloc(256 * 1024, "a"), Buffer.alloc(256 * 1024 + 1, "a")];
    allow(
      "one",
      new Map([
        ["5a", small],
        ["6b", large],
      ]),
    );
    expect(store.copyOf("5a")?.equals(small)).toBe(true);
    expect(store.copyOf("6b")).toBeUndefined();
    expect(readdirSync(join(store.folder, "copies"))).toEqual(["5a"]);
  });

  it("lists records by path, and passes over whatever else is there", () => {
    expect(store.list()).toEqual([]);
    for (const path of ["/p/c", "/p/a", "/p/d", "/p/b"]) store.deny(facts(path));
    allow("one", new Map([["5a", Buffer.from("x")]]));
    writeFileSync(join(store.folder, "x.json"), "{");
    // As a write that was cut off leaves it.
    writeFileSync(join(store.folder, "x.json.tmp"), readFileSync(store.fileOf("/p/a")));
    expect(store.list().map(({ path }) => path)).toEqual(["/p/a", "/p/b", "/p/c", "/p/d", "/p/f"]);
  });

  const GOOD = { format: 2, name: "/p/f", path: "/p/f", decision: "allow", versions: [] };
  it.each([
    ["no JSON", "{"],
    ["no object", "7"],
    ["null", "null"],
    ["a list", "[]"],
    ["without a path", JSON.stringify({ ...GOOD, path: undefined })],
    ["without a name", JSON.stringify({ ...GOOD, name: 1 })],
    ["without versions", JSON.stringify({ ...GOOD, versions: {} })],
    ["of a later format", JSON.stringify({ ...GOOD, format: 3 })],
    ["of the first format, without a path", JSON.stringify({ format: 1, decision: "allow" })],
  ])("SE-02 approves nothing by a record that is %s", (_, text) => {
    mkdirSync(store.folder, { recursive: true });
    writeFileSync(store.fileOf("/p/f"), JSON.stringify(GOOD));
    expect(store.recordOf("/p/f")).toEqual({ ...GOOD, unsigned: true });
    writeFileSync(store.fileOf("/p/f"), text);
    expect(store.recordOf("/p/f")).toMatchObject({ name: "/p/f", versions: [], unsigned: true });
    expect(store.list()).toEqual([]);
  });

  it("SE-02 believes no record that another program wrote, moved or changed", () => {
    allow("one");
    const text = readFileSync(store.fileOf("/p/f"), "utf8");
    writeFileSync(store.fileOf("/p/g"), text);
    expect(store.recordOf("/p/g")).toMatchObject({ name: "/p/g", versions: [], unsigned: true });
    writeFileSync(store.fileOf("/p/f"), text.replace('"allow"', '"deny"'));
    expect(store.recordOf("/p/f")?.unsigned).toBe(true);
    writeFileSync(store.fileOf("/p/f"), text);
    expect(store.recordOf("/p/f")?.unsigned).toBeUndefined();
    store.sign(store.recordOf("/p/f")!);
    expect(readFileSync(store.fileOf("/p/f"), "utf8")).toBe(text);
    const other = new TrustStore(join(root, "other"));
    mkdirSync(other.folder, { recursive: true });
    writeFileSync(other.fileOf("/p/f"), text);
    expect(other.recordOf("/p/f")?.unsigned).toBe(true);
  });

  it.each(["allow", "deny"])("reads the first format as a decision to %s without versions", (decision) => {
    mkdirSync(store.folder, { recursive: true });
    const old = { format: 1, path: "/p/f", decision, digest: "x", files: [], at: "2026-01-01" };
    writeFileSync(store.fileOf("/p/f"), JSON.stringify(old));
    expect(store.recordOf("/p/f")).toEqual({
      format: 2,
      ...facts("/p/f"),
      decision,
      versions: [],
      at: "2026-01-01",
      unsigned: true,
    });
  });
});
