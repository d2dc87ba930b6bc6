import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fireConfig } from "../support/fire-config.js";
import { tool } from "../support/opta-project.js";

const PROJECT = fileURLToPath(new URL("../fixtures/dialects/opta/project", import.meta.url));
const SCRIPTS = join(PROJECT, ".opta/hooks");

/** A PATH with these programs only, and with linters that write down how they were called. */
function workshop() {
  const bin = mkdtempSync(join(tmpdir(), "opta-bin-"));
  const calls = join(bin, "calls.log");
  for (const name of ["cat", "grep", "sed"]) {
    const real = ["/bin", "/usr/bin"].map((folder) => join(folder, name)).find((path) => existsSync(path));
    symlinkSync(real!, join(bin, name));
  }
  for (const name of ["npx", "ruff"])
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >>'${calls}'\n`, { mode: 0o755 });
  const fire = (event: string, call: object) =>
    fireConfig({
      dialect: "opta",
      files: [{ path: join(PROJECT, ".opta/config.json") }],
      project: PROJECT,
      event,
      payload: { session_id: "s1", cwd: PROJECT, ...call },
      env: { PATH: bin },
      graceMs: 60_000,
    });
  return {
    fire,
    calls: () => (existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n").sort() : []),
  };
}

describe("opta example scripts", () => {
  it("BI-P1 BI-P2 BI-P3 are executable, name their interpreter and do not need jq", () => {
    const names = readdirSync(SCRIPTS).sort();
    expect(names).toEqual(["auto-lint.sh", "auto-test.sh", "block-rm.sh"]);
    for (const name of names) {
      const path = join(SCRIPTS, name);
      expect(() => accessSync(path, constants.X_OK)).not.toThrow();
      const text = readFileSync(path, "utf8");
      expect(text).toMatch(/^#!\/bin\/sh\n/);
      expect(text).not.toContain("jq");
    }
  });

  it.each([
    ["rm -rf /", true],
    ["rm -fr build", true],
    ["rm -R build", true],
    ["rm -f -r build", true],
    ["rm --force --recursive build", true],
    ["cd x\nrm -r y", true],
    ["rm notes.txt", false],
    ['git commit -m "confirm -r"', false],
    ["npm run form -rx", false],
    ["ls -r", false],
  ])("BI-P1 block-rm judges %j without jq: blocked %s", async (command, blocked) => {
    const decision = await workshop().fire("PreToolUse", tool("Bash", { command }));
    expect(decision.hooks[0]!.outcome).toBe(blocked ? "deny" : "none");
    expect(decision.reason).toBe(blocked ? "Refused: a recursive rm needs a person." : undefined);
  });

  it("BI-P1 IN-06 finds the rm at the end of 1 MB of arguments", async () => {
    const decision = await workshop().fire(
      "PreToolUse",
      tool("Bash", { command: `echo ${"x".repeat(1_000_000)}; rm -rf build` }),
    );
    expect(decision.verdict).toBe("deny");
  });

  it("BI-P2 auto-lint repairs the changed file with the linter of its language", async () => {
    const { fire, calls } = workshop();
    await fire("PostToolUse", tool("MultiEdit", { file_path: "src/a.ts" }));
    await fire("PostToolUse", tool("MultiEdit", { file_path: "b.py" }));
    await fire("PostToolUse", tool("MultiEdit", { file_path: "notes.md" }));
    await fire("PostToolUse", tool("Read", { file_path: "src/c.ts" }));
    expect(calls()).toEqual(["npx --no-install eslint --fix src/a.ts", "ruff check --fix b.py"]);
  });

  it("BI-P3 auto-test runs the tests in the background after an edit", async () => {
    const { fire, calls } = workshop();
    const decision = await fire("PostToolUse", tool("Edit", { file_path: "src/a.ts" }));
    expect(decision.hooks.map(({ outcome }) => outcome).sort()).toEqual(["background", "none"]);
    expect(calls()).toEqual(["npx --no-install eslint --fix src/a.ts", "npx --no-install vitest run --reporter=dot"]);
  });
});
