/** State that makes things less strict counts if this installation has signed it. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onTerminal } from "../support/on-terminal.js";
import { bash, ProgramPlace, says } from "../support/program.js";

const guard = (id: string) => ({ id, event: "PreToolUse", guard: true, command: says("deny", id) });

async function place(): Promise<ProgramPlace> {
  const made = new ProgramPlace();
  made.writeUser("hooks.json", { hooks: [guard("own")] });
  made.write(".snaphook/hooks.json", { hooks: [guard("theirs")] });
  await made.trust();
  return made;
}

const decision = async (at: ProgramPlace) => {
  const { decision: answered, hooks } = await at.fire("PreToolUse", bash("ls"));
  return [answered, ...hooks.filter(({ outcome }) => outcome === "deny").map(({ id }) => id)];
};
const reads = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
const trustFile = ({ data }: ProgramPlace) =>
  join(data, "trust", readdirSync(join(data, "trust")).find((name) => name.endsWith(".json"))!);

/** As a version without signatures left it. */
function withoutSignature(file: string): void {
  const { signature: _, ...fields } = reads(file);
  writeFileSync(file, JSON.stringify(fields));
}

describe("switches", () => {
  it("T4 that another program wrote switch nothing off, and are reported [signed overrides]", async () => {
    const at = await place();
    at.writeUser("overrides.json", { enabled: { own: false, theirs: false } });
    expect(await decision(at)).toEqual(["deny", "own"]);
    const { unsigned } = await at.json<{ unsigned: object[] }>(["status"]);
    expect(unsigned).toMatchObject([{ code: "STATE_UNSIGNED", file: join(at.user, "overrides.json") }]);
    expect((await at.run(["doctor"])).stdout).toMatch(/STATE_UNSIGNED: .*own is off; theirs is off/);
  });

  it("T4 that make a guard stricter hold without a signature", async () => {
    const at = await place();
    at.writeUser("hooks.json", { hooks: [{ ...guard("own"), enabled: false }] });
    at.writeUser("overrides.json", { enabled: { own: true } });
    expect(await decision(at)).toEqual(["deny", "own"]);
  });
});

describe("an approval", () => {
  it.each([
    ["denied", { decision: "deny" }],
    ["emptied", { versions: [] }],
    ["made for prompts only", { promptOnly: true }],
    ["given to another file", { name: "/elsewhere" }],
  ])(
    "T4 whose record was %s by another program leaves a guard that answers its failure contract [signed approvals]",
    async (_, change) => {
      const at = await place();
      at.writeUser("hooks.json", { hooks: [] });
      expect(await decision(at)).toEqual(["deny", "theirs"]);
      const file = trustFile(at);
      writeFileSync(file, JSON.stringify({ ...reads(file), ...change }));
      const fired = await at.fire("PreToolUse", bash("ls"));
      expect(fired).toMatchObject({
        decision: "deny",
        reason: expect.stringMatching(/"theirs" .*not written by Snaphook/),
      });
    },
  );
});

describe("after an update, and from a backup", () => {
  it("T4 what is there counts once a person has reviewed and signed it", async () => {
    const at = await place();
    await at.run(["disable", "own"]);
    const files = [join(at.user, "overrides.json"), trustFile(at)];
    for (const file of files) withoutSignature(file);
    expect((await decision(at))[0]).toBe("deny");
    const shown = await onTerminal(at, ["sign"]);
    expect(shown.stdout).toMatch(/own is off[\s\S]*are\s+approved \(theirs\)[\s\S]*Signed\./);
    expect(await decision(at)).toEqual(["deny", "theirs"]);
    expect((await at.run(["sign", "--list"])).stdout).toBe("Everything is signed.\n");
  });

  it("T4 nothing is signed without a person", async () => {
    const at = await place();
    at.writeUser("overrides.json", { enabled: { own: false } });
    expect((await at.run(["sign"])).stderr).toContain("HUMAN_ONLY_TERMINAL");
    expect((await at.run(["enable", "theirs"])).stderr).not.toContain("FILE_UNWRITABLE"); // it is on already
    expect((await at.run(["disable", "theirs"])).stderr).toContain("snaphook sign");
    expect(await decision(at)).toEqual(["deny", "own"]);
  });

  it("T4 a backup of config and data keeps working; without its key it is reviewed again", async () => {
    const at = await place();
    await at.run(["disable", "own"]);
    const backup = join(at.root, "backup");
    cpSync(at.user, join(backup, "config"), { recursive: true });
    cpSync(at.data, join(backup, "data"), { recursive: true });
    for (const folder of [at.user, at.data, at.cache]) rmSync(folder, { recursive: true });
    const restore = () => {
      cpSync(join(backup, "config"), at.user, { recursive: true });
      cpSync(join(backup, "data"), at.data, { recursive: true });
    };
    restore();
    expect(await decision(at)).toEqual(["deny", "theirs"]);
    rmSync(join(at.data, "redaction-key"));
    expect((await decision(at))[0]).toBe("deny"); // both guards answer, one as broken
    expect((await at.json<{ unsigned: object[] }>(["status"])).unsigned.length).toBeGreaterThan(1);
    restore();
    expect(await decision(at)).toEqual(["deny", "theirs"]);
  });
});
