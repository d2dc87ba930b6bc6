import { describe, expect, it } from "vitest";
import protectServices from "../../src/builtins/protect-services.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { SERVICE_EXAMPLES } from "../effects/programs/service-examples.js";
import { BuiltinPlace } from "../support/builtin-place.js";

const answer = async (command: string, options = {}) =>
  (await new BuiltinPlace().call("protect-services", "Bash", { command }, { options }))?.verdict;

describe("protect-services", () => {
  it("T8 denies what destroys, asks about what is risky, and has no opinion on the rest", async () => {
    const place = new BuiltinPlace();
    const verdicts = { destructive: "deny", risky: "ask", ordinary: undefined };
    for (const [severity, commands] of Object.entries(SERVICE_EXAMPLES))
      for (const command of commands) {
        const said = await place.call("protect-services", "Bash", { command });
        expect(said?.verdict, command).toBe(verdicts[severity as keyof typeof verdicts]);
      }
  });

  it.each([
    ["mcp__github__delete_repository", { owner: "ada", repo: "shop" }, "ask"],
    ["mcp__kubernetes__deleteNamespace", { name: "shop" }, "ask"],
    ["mcp__supabase__reset_branch", { branch_id: "b1" }, "ask"],
    ["mcp__postgres__query", { sql: "DROP TABLE orders" }, "deny"],
    ["mcp__postgres__query", { sql: "SELECT * FROM orders" }, undefined],
    ["mcp__github__list_repositories", { owner: "ada" }, undefined],
    ["mcp__github__get_deleted_repository", {}, undefined],
    ["mcp__memory__delete_observations", { deletions: [] }, undefined],
    ["mcp__files__delete_file", { path: "notes.md" }, undefined],
  ])("T8 tools of servers are judged alike: %s %o", async (tool, input, verdict) => {
    const said = await new BuiltinPlace().call("protect-services", tool, input as JsonObject);
    expect(said?.verdict).toBe(verdict);
  });

  it("asks about publishing where that is wanted", async () => {
    for (const command of ["npm publish", "yarn npm publish"]) {
      expect(await answer(command), command).toBeUndefined();
      expect(await answer(command, { publishing: "ask" }), command).toBe("ask");
    }
    for (const command of ["cargo publish", "twine upload dist/*", "gem push a.gem", "docker push acme/api:latest"]) {
      expect(await answer(command), `${command}: a version cannot be replaced`).toBe("ask");
      expect(await answer(command, { publishing: "deny" }), command).toBe("deny");
    }
    expect(await answer("npm publish --dry-run", { publishing: "deny" })).toBeUndefined();
    expect(await answer("npm install publish", { publishing: "deny" })).toBeUndefined();
    expect(protectServices.checkOptions({ publishing: "never" })).toContain("one of deny, ask, pass");
  });
});
