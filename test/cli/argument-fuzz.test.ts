import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/_registry.js";
import { readSources } from "../architecture/source-tree.js";
import { PROGRAM, ProgramPlace } from "../support/program.js";

const RUNS = Number(process.env["SNAPHOOK_ARGUMENT_RUNS"] ?? 60);
/** Stay until they are ended, or leave a process behind; as words after another command they are tried like all. */
const STAY = ["up", "restart", "demo"];
/** Take approvals away, which anybody may. */
const STRICTER = /deny|revoke|untrust/;

/** Whatever the program reads from its environment under its own name. */
const VARIABLES = [
  ...new Set(readSources().flatMap(({ text }) => text.match(/\bSNAPHOOK_[A-Z_]+\b/g) ?? [])),
  "SNAPHOOK_TRUST",
  "SNAPHOOK_YES",
  "SNAPHOOK_HASH",
  "CI",
  "FORCE",
];

/** A word without the zero byte, which no argument can hold. */
const plain = fc.string({ unit: "binary", maxLength: 20 }).filter((text) => !text.includes("\0"));

function project(): ProgramPlace {
  const place = new ProgramPlace();
  place.write(".snaphook/hooks.json", { hooks: [{ id: "c", event: "PreToolUse", command: "touch canary" }] });
  place.write("call.json", { tool_name: "Bash", tool_input: { command: "ls" } });
  return place;
}

/** Everything that was decided, wherever under the data folder it is kept. */
function decided(place: ProgramPlace): string[] {
  if (!place.has(place.data)) return [];
  return readdirSync(place.data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(place.data, "versions")))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /trust|off\.json|approv/.test(file.slice(place.data.length)))
    .map((file) => `${file}: ${readFileSync(file, "utf8")}`);
}

/** As a script or a link would call it; ended when it stays. */
function run(place: ProgramPlace, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: place.project,
    env: { ...place.env, ...env },
    stdio: "ignore",
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  return new Promise<number | null>((done) => child.on("close", done));
}

describe("T5 no argument and no variable approves a hook", () => {
  it("T5 whatever words it is called with, the trust store stays as it was", async () => {
    const target = project();
    const { hash } = await target.json<{ hash: string }>(["trust"]);
    const flags = await Promise.all(
      Object.values(COMMANDS).map(async (load) => Object.keys((await load()).default.options ?? {})),
    );
    const tokens = [
      ...Object.keys(COMMANDS),
      ...new Set(flags.flat().flatMap((flag) => [`--${flag}`, `--${flag}=1`, `--no-${flag}`])),
      ...["--json", "--yes", "-y", "--force", "-f", "--trust", "--trusted", "--approve", "--allow", "yes", "true"],
      ...[".", "..", ".snaphook/hooks.json", target.project, "/", "~", "call.json", "-", "PreToolUse", "claude-code"],
      ...["snaphook://trust?path=.", `snaphook://trust/${hash}`, "file:///etc/passwd", "c", "10m"],
      ...["--hash=", `--hash=${hash.slice(0, 16)}`, `--hash=${hash.toUpperCase()}`, `--hash=${"0".repeat(64)}`],
    ].filter((token) => !STRICTER.test(token));
    const word = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...tokens) }, { weight: 1, arbitrary: plain });
    const line = fc
      .tuple(
        fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom("trust", "approve", "off", "on", "install", "import", "enable") },
          {
            weight: 4,
            arbitrary: fc.constantFrom(
              ...Object.keys(COMMANDS).filter((name) => !STAY.includes(name) && !STRICTER.test(name)),
            ),
          },
          { weight: 1, arbitrary: word.filter((one) => !STAY.includes(one)) },
        ),
        fc.array(word, { maxLength: 5 }),
        // What follows is data, the right hash and all.
        fc.option(fc.array(fc.constantFrom("--hash", hash, `--hash=${hash}`, ".", "trust", "--yes"), { maxLength: 4 })),
      )
      .map(([first, more, data]) => [first, ...more, ...(data === null ? [] : ["--", ...data])]);
    const variables = fc.dictionary(
      fc.constantFrom(...VARIABLES.filter((name) => name !== "SNAPHOOK_DAEMON")),
      fc.constantFrom("1", "yes", "true", "trust", "allow", hash, target.project, "off"),
      { maxKeys: 6 },
    );
    await fc.assert(
      fc.asyncProperty(line, variables, async (args, env) => {
        await run(target, args, env);
        expect(decided(target)).toEqual([]);
        expect(target.has("canary")).toBe(false);
      }),
      { numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: 240_000, markInterruptAsFailure: false },
    );
    expect(await target.json(["trust", "--list"])).toEqual([]);
    await target.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
    expect(target.has("canary")).toBe(false);
  }, 300_000);

  it("T5 every variable of ours at once approves nothing, and neither does the hash as data", async () => {
    const target = project();
    const { hash } = await target.json<{ hash: string }>(["trust"]);
    const env = Object.fromEntries(VARIABLES.filter((name) => name !== "SNAPHOOK_DAEMON").map((name) => [name, hash]));
    for (const args of [["trust"], ["trust", "--", "--hash", hash], ["trust", ".", "--", `--hash=${hash}`], ["list"]]) {
      await run(target, args, env);
      expect(decided(target), args.join(" ")).toEqual([]);
    }
    // The fuzz can fail: the one way for a script is the hash of what is there.
    expect(await run(target, ["trust", "--hash", hash])).toBe(0);
    expect(decided(target)).not.toEqual([]);
  });
});
