import { describe, expect, it } from "vitest";
import { bash, ProgramPlace } from "../support/program.js";

const config = (mode: string, more = "") => `codebase_intelligence:
  backup: { on_upgrade: false }
  governance:
    enforcement_mode: ${mode}
    rules:
      - { id: no-prod, description: "", enabled: true, tool: Bash, pattern: "--context[ =]prod", action: deny, message: Not in production. }
      - { id: docs, tool: "*", path_pattern: "docs/*", action: warn, message: Docs are generated. }
${more}`;

function fired(text: string, payload: object) {
  const place = new ProgramPlace();
  place.write(".oak/config.yaml", text);
  return place.fire("PreToolUse", payload, ["--config", ".oak/config.yaml"]);
}

describe("the governance rules of OAK's config", () => {
  it("AX-09 a deny rule denies, and other calls pass", async () => {
    const denied = await fired(config("enforce"), bash("kubectl --context prod delete pod a"));
    expect(denied).toMatchObject({ decision: "deny", reason: expect.stringContaining("Not in production.") });
    expect((await fired(config("enforce"), bash("ls"))).decision).toBe("none");
  });

  it("AX-09 a rule over paths warns, and the mode observe stops nothing", async () => {
    const write = { tool_name: "Write", tool_input: { file_path: "docs/a.md", content: "x" } };
    expect(JSON.stringify((await fired(config("enforce"), write)).messages)).toContain("Docs are generated.");
    expect((await fired(config("observe"), bash("kubectl --context prod delete pod a"))).decision).toBe("none");
  });

  it("AX-09 rules that cannot be read are an error, and the guard does not let calls pass", async () => {
    const broken = await fired(config("enforce", "      - { id: odd, action: explode }"), bash("ls"));
    expect(broken.decision).not.toBe("none");
    expect(broken.findings).toMatchObject([{ code: "HOOK_FIELD_INVALID", severity: "error" }]);
  });
});
