/** How files are judged by what a person approved of them: on real files, without the program around it. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { HookSpec } from "../../src/core/hooks/hook.js";
import { sha256 } from "../../src/disk/digest.js";
import { RecordingProbe } from "../../src/sources/discover/file-signatures.js";
import { Approvals, type FileToJudge } from "../../src/sources/trust/approvals.js";
import { TrustStore } from "../../src/sources/trust/trust-store.js";
import { hookSpec } from "../support/hook-specs.js";
import { removeFolder } from "../support/remove-folder.js";

let root: string;
let trust: TrustStore;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-approvals-")));
  onTestFinished(() => removeFolder(root));
  trust = new TrustStore(at("data"));
  write("p/.snaphook/hooks.json", "{}");
  write("p/check.sh", ". ./more.sh\n");
  write("p/more.sh", "true\n");
});

const at = (path: string) => join(root, path);
function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}
const FILE = "p/.snaphook/hooks.json";
const runs = (command: string, more: Partial<HookSpec> = {}): HookSpec =>
  hookSpec({ id: command, run: { type: "command", command, cwd: at("p") }, ...more });
const file = (hooks: readonly HookSpec[], more: Partial<FileToJudge> = {}): FileToJudge => ({
  path: at(FILE),
  scope: "project",
  dialect: "native",
  askedByProject: false,
  hooks,
  wholly: [at(FILE)],
  settings: undefined,
  ...more,
});
/** Each time anew, as every call is. */
const approvals = (folder = "p", main = folder) =>
  new Approvals(trust, new RecordingProbe(), { root: at(folder), main: at(main) }, at("home"));

function approve(one: FileToJudge, more: { promptOnly?: true } = {}, folder = "p"): string {
  const { facts, hooks, files, digest } = approvals(folder).review(one);
  trust.allow({ ...facts, ...more }, { digest, hooks, files }, new Map());
  return digest;
}
const states = (one: FileToJudge, folder = "p", main = folder) =>
  approvals(folder, main)
    .judge(one)
    .hooks.map(({ hook, state }) => `${hook.id} ${state}`);

describe("a file of a project", () => {
  it("is untrusted before an approval, and nothing its hooks name is read", () => {
    const probe = new RecordingProbe();
    const judged = new Approvals(trust, probe, { root: at("p"), main: at("p") }, at("home")).judge(
      file([runs("sh check.sh")]),
    );
    expect(judged).toEqual({
      state: "untrusted",
      promptOnly: false,
      hooks: [{ hook: runs("sh check.sh"), state: "untrusted" }],
    });
    // The record that is not there is what the plan depends on.
    expect(probe.signatures).toEqual([[trust.fileOf(at(FILE)), ""]]);
  });

  it("is trusted after it, and its hooks cover what they name and what that brings in, but for the file itself", () => {
    const one = file([runs("sh check.sh"), runs("true")]);
    approve(one);
    const seen = expect.stringMatching(/^\d+:\d+:/); // its stat, for the check before the hook is started
    expect(approvals().judge(one)).toEqual({
      state: "trusted",
      promptOnly: false,
      hooks: [
        {
          hook: runs("sh check.sh"),
          state: "trusted",
          covers: [
            { path: at("p/check.sh"), sha256: sha256(". ./more.sh\n"), seen },
            { path: at("p/more.sh"), sha256: sha256("true\n"), seen },
          ],
        },
        { hook: runs("true"), state: "trusted" },
      ],
    });
  });

  it("is denied as a whole", () => {
    trust.deny(approvals().factsOf(at(FILE), "project", "native", false));
    expect(states(file([runs("true")]))).toEqual(["true denied"]);
  });

  it("may be approved for prompts only", () => {
    approve(file([runs("true")]), { promptOnly: true });
    expect(approvals().judge(file([runs("true")]))).toMatchObject({ state: "trusted", promptOnly: true });
  });

  it.each([
    ["the file", () => write(FILE, "{ }")],
    ["a script that a hook names", () => write("p/check.sh", ". ./more.sh # \n")],
    ["a file that the script brings in", () => write("p/more.sh", "false\n")],
    ["a file that is gone", () => unlinkSync(at("p/more.sh"))],
    [
      "a file that became a link to a copy of it",
      () => {
        renameSync(at("p/more.sh"), at("p/copy.sh"));
        symlinkSync(at("p/copy.sh"), at("p/more.sh"));
      },
    ],
  ])("SE-02 T3 is modified by a change of %s", (_, change) => {
    const one = file([runs("sh check.sh")]);
    approve(one);
    expect(states(one)).toEqual(["sh check.sh trusted"]);
    change();
    expect(states(one)).toEqual(["sh check.sh modified"]);
  });

  it("SE-02 is modified by a change of a definition, and of that hook alone", () => {
    approve(file([runs("true"), runs("false")]));
    expect(states(file([runs("true"), runs("false", { timeoutMs: 1 })]))).toEqual(["true trusted", "false modified"]);
  });

  it("SE-02 is not approved by what was approved of another file, or of the same one elsewhere", () => {
    const one = file([runs("true")]);
    approve(one);
    const other = at("p/sub/.snaphook/hooks.json");
    write("p/sub/.snaphook/hooks.json", "{}");
    expect(states({ ...one, path: other, wholly: [other] })).toEqual(["true untrusted"]);
    const [record] = trust.list();
    trust.allow({ ...record!, name: other, path: other }, record!.versions[0]!, new Map());
    expect(states({ ...one, path: other, wholly: [other] })).toEqual(["true modified"]);
  });

  it("has in a worktree the approval of its main checkout, and of nothing that differs from it", () => {
    approve(file([runs("sh check.sh")]));
    for (const name of [".snaphook/hooks.json", "more.sh"]) write(`tree/${name}`, name === "more.sh" ? "true\n" : "{}");
    write("tree/check.sh", ". ./more.sh\n");
    const here = at("tree/.snaphook/hooks.json");
    const hook = runs("sh check.sh", { run: { type: "command", command: "sh check.sh", cwd: at("tree") } });
    const one = file([hook], { path: here, wholly: [here] });
    expect(states(one, "tree", "p")).toEqual(["sh check.sh trusted"]);
    expect(states(one, "tree", "tree")).toEqual(["sh check.sh untrusted"]);
    // What it names and is nowhere has one name in both.
    approve(file([hook, runs("sh gone.sh")].map((each) => ({ ...each, run: { ...runs(each.id).run } }))));
    const absent = {
      ...hook,
      id: "sh gone.sh",
      run: { type: "command", command: "sh gone.sh", cwd: at("tree") },
    } as const;
    expect(states({ ...one, hooks: [absent] }, "tree", "p")).toEqual(["sh gone.sh trusted"]);
    write("tree/more.sh", "false\n");
    expect(states(one, "tree", "p")).toEqual(["sh check.sh modified"]);
  });
});

describe("guards that are missed", () => {
  const guard = (more: Partial<HookSpec> = {}) => runs("true", { id: "g", guard: true, ...more });

  it("SE-02 stand in for the hook of their name, and others stay beside them", () => {
    approve(file([guard(), runs("a")]));
    expect(states(file([guard({ timeoutMs: 1 }), runs("a"), runs("b")]))).toEqual([
      "a trusted",
      "b modified",
      "g missing-guard",
    ]);
  });

  it("SE-02 stand in beside hooks without a name, which nobody can tell from them", () => {
    approve(file([guard({ id: "" })]));
    expect(states(file([guard({ id: "", timeoutMs: 1 })]))).toEqual([" modified", " missing-guard"]);
  });

  it("SE-02 stand in beside a trusted hook of their name", () => {
    approve(file([runs("a", { id: "g" })]));
    const both = [guard(), guard({ timeoutMs: 1 })];
    approve(file([...both, runs("a", { id: "g" })]));
    expect(
      approvals()
        .judge(file([both[0]!]))
        .hooks.map(({ state }) => state),
    ).toEqual(["trusted"]);
    trust.forget(at(FILE));
    approve(file(both));
    expect(states(file([both[0]!]))).toEqual(["g trusted", "g missing-guard"]);
  });

  it("are told in a review", () => {
    approve(file([guard()]));
    expect(approvals().review(file([])).missing).toMatchObject([{ id: "g", broken: { code: "GUARD_GONE" } }]);
    expect(approvals().review(file([guard()])).missing).toEqual([]);
  });
});

describe("a review", () => {
  it("says who the file is, what it covers, each once, and what was decided before", () => {
    const one = file([runs("sh check.sh"), runs("sh check.sh", { id: "b" })], { askedByProject: true });
    const { facts, files, record, hooks } = approvals().review(one);
    expect(facts).toEqual({
      name: at(FILE),
      path: at(FILE),
      scope: "project",
      dialect: "native",
      askedByProject: true,
    });
    expect(files.map(({ path }) => path)).toEqual([at(FILE), at("p/check.sh"), at("p/more.sh")]);
    expect(hooks).toHaveLength(2);
    expect(record).toBeUndefined();
    approve(file([runs("true")]));
    expect(approvals().review(file([]))).toMatchObject({ record: { decision: "allow" } });
    expect(approvals().review(file([])).facts).not.toHaveProperty("askedByProject");
  });

  it("has a digest of its hooks and settings, and of nothing else", () => {
    const digestOf = (one: FileToJudge) => approvals().review(one).digest;
    const digest = digestOf(file([runs("true")]));
    expect(digestOf(file([runs("true")]))).toBe(digest);
    expect(digestOf(file([runs("true")], { settings: {} }))).toBe(digest);
    expect(digestOf(file([runs("true")], { settings: { a: 1 } }))).not.toBe(digest);
    expect(digestOf(file([runs("false")]))).not.toBe(digest);
    expect(digestOf(file([]))).not.toBe(digest);
  });

  it("covers every file that settings of another system share, though not every byte of it counts", () => {
    const shared = file([runs("true")], { wholly: [] });
    approve(shared);
    write(FILE, '{ "theme": "dark" }');
    expect(states(shared)).toEqual(["true trusted"]);
    expect(approvals().review(shared).files).toEqual([{ path: at(FILE), sha256: sha256('{ "theme": "dark" }') }]);
  });
});

it("the digest of files depends on their bytes and names, and not on their order", () => {
  const covered = (name: string, text: string) => ({ path: at(name), sha256: sha256(text) });
  const [a, b] = [covered("a", "1"), covered("b", "2")];
  const digest = approvals().digestOfFiles(at(FILE), [a, b]);
  expect(approvals().digestOfFiles(at(FILE), [b, a])).toBe(digest);
  for (const files of [[a], [a, covered("b", "3")], [a, covered("c", "2")], []])
    expect(approvals().digestOfFiles(at(FILE), files)).not.toBe(digest);
  expect(approvals().digestOfFiles(at("other"), [a, b])).not.toBe(digest);
});

describe("a file of the person's own", () => {
  it("is approved once for every project it holds in", () => {
    const mine = (folder: string) =>
      file([runs("sh check.sh", { run: { type: "command", command: "sh check.sh", cwd: at(folder) } })], {
        path: at("home/settings.json"),
        scope: "user",
        wholly: [],
      });
    write("q/check.sh", "something else\n");
    approve(mine("p"));
    expect(states(mine("p"))).toEqual(["sh check.sh trusted"]);
    expect(states(mine("q"), "q")).toEqual(["sh check.sh trusted"]);
    // It runs in that project's folder, and not in the one that stands for all.
    expect(approvals("q").judge(mine("q")).hooks[0]!.hook).toEqual(mine("q").hooks[0]);
    // A folder that its definition names is not the one at hand.
    expect(states(mine("p"), "q")).toEqual(["sh check.sh modified"]);
  });

  it("covers nothing of the project at hand, which a project's own file does", () => {
    const hook = hookSpec({ run: { type: "command", command: "sh $CLAUDE_PROJECT_DIR/more.sh" } });
    const mine = file([hook], { path: at("home/settings.json"), scope: "user", wholly: [] });
    for (const one of [mine, file([hook])]) approve(one);
    write("p/more.sh", "false\n");
    expect(states(mine)).toEqual(["hook trusted"]);
    expect(states(file([hook]))).toEqual(["hook modified"]);
  });

  it("covers scripts in the home folder", () => {
    write("home/check.sh", "true\n");
    const mine = file([runs("sh ~/check.sh")], { path: at("home/settings.json"), scope: "user", wholly: [] });
    approve(mine);
    expect(states(mine)).toEqual(["sh ~/check.sh trusted"]);
    write("home/check.sh", "false\n");
    expect(states(mine)).toEqual(["sh ~/check.sh modified"]);
  });
});

describe("what was approved here", () => {
  const here = (folder: string, main: string, folders: readonly string[]) =>
    approvals(folder, main)
      .approvedHere(folders.map(at))
      .map(({ path }) => path.slice(root.length + 1));
  const decide = (name: string, more: { scope?: "user" | "project"; dialect?: string; decision?: "deny" } = {}) => {
    const { decision, scope = "project", dialect = "native" } = more;
    const facts = { name: at(name), path: at(name), scope, dialect };
    if (decision === "deny") trust.deny(facts);
    else trust.allow(facts, { digest: "d", hooks: [], files: [] }, new Map());
  };

  it("are allowed files of the folders at hand, and of other systems all below the project", () => {
    decide("p/.snaphook/hooks.json");
    decide("p/sub/.snaphook/hooks.json");
    decide("p/.claude/settings.json", { dialect: "claude" });
    decide("q/.claude/settings.json", { dialect: "claude" });
    decide("p/.claude/own.json", { dialect: "claude", scope: "user" });
    decide("p/.claude/denied.json", { dialect: "claude", decision: "deny" });
    expect(here("p", "p", ["p"])).toEqual(["p/.claude/settings.json", "p/.snaphook/hooks.json"]);
    expect(here("p", "p", ["p", "p/sub"])).toContain("p/sub/.snaphook/hooks.json");
    expect(here("q", "q", ["q"])).toEqual(["q/.claude/settings.json"]);
  });

  it("are in a worktree those of its main checkout, by where they would be", () => {
    decide("p/.snaphook/hooks.json");
    expect(here("tree", "p", ["tree"])).toEqual(["tree/.snaphook/hooks.json"]);
  });

  it("is part of what a plan depends on", () => {
    const probe = new RecordingProbe();
    new Approvals(trust, probe, { root: at("p"), main: at("p") }, at("home")).approvedHere([]);
    expect(probe.signatures.map(([path]) => path)).toEqual([trust.folder]);
  });
});
