/** Python prefers compiled modules to their sources: a project must not bring its own for an approved script. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { bash, ProgramPlace } from "../../support/program.js";

const COMPILE = `
import importlib.util, py_compile, sys
py_compile.compile(sys.argv[1], cfile=importlib.util.cache_from_source(sys.argv[2]), doraise=True,
                   invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
`;
const answer = (reason: string) => `ANSWER = '{"decision": "deny", "reason": "${reason}"}'\n`;

describe("compiled Python modules", () => {
  it("T3 of the project are not read, and none are written into it [compiled modules]", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook/hooks.json", {
      hooks: [{ id: "guard", event: "PreToolUse", guard: true, command: "python3 hooks/check.py" }],
    });
    place.write("hooks/check.py", "import helper\nprint(helper.ANSWER)\n");
    place.write("hooks/helper.py", answer("approved"));
    expect((await place.trust()).code).toBe(0);
    for (let call = 0; call < 2; call++) expect((await place.fire("PreToolUse", bash("ls"))).reason).toBe("approved");
    expect(place.has("hooks/__pycache__")).toBe(false);
    place.write("evil.py", answer("evil"));
    execFileSync("python3", ["-c", COMPILE, place.path("evil.py"), place.path("hooks/helper.py")]);
    expect(place.has("hooks/__pycache__")).toBe(true);
    // Without Snaphook it would be loaded.
    const alone = execFileSync("python3", ["hooks/check.py"], { cwd: place.project, encoding: "utf8" });
    expect(alone).toContain("evil");
    expect((await place.fire("PreToolUse", bash("ls"))).reason).toBe("approved");
  });
});
