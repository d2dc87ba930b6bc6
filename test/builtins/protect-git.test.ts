import { describe, expect, it } from "vitest";
import protectGit from "../../src/builtins/protect-git.js";
import { BuiltinPlace } from "../support/builtin-place.js";

const answer = async (command: string, options = {}) =>
  (await new BuiltinPlace().call("protect-git", "Bash", { command }, { options }))?.verdict;

describe("protect-git", () => {
  it.each([
    ["git push --force", "deny"],
    ["git push --force upstream main", "deny"],
    ["git push origin +HEAD:refs/heads/release/2.1", "deny"],
    ["git push origin --delete develop", "deny"],
    ["git push origin :master", "deny"],
    ["git push --force origin topic", "ask"],
    ["git push origin --delete topic", "ask"],
    ["git push --force-with-lease upstream main", undefined],
    ["git push origin main", undefined],
    ["git branch -D main", "deny"],
    ["git branch -D topic", "ask"],
    ["git branch -D topic main", "deny"],
    ["git branch -f main HEAD~2", "deny"],
    ["git update-ref -d refs/heads/production", "deny"],
    ["git reset --hard", "deny"],
    ["git stash drop", "ask"],
    ["git commit -m 'push --force to main'", undefined],
  ])("T8 %s: %s", async (command, verdict) => expect(await answer(command)).toBe(verdict));

  it("protects the branches it is told to, and asks about ordinary pushes where that is wanted", async () => {
    const options = { protectedBranches: ["stable", "v*-lts", "*/keep/*"] };
    expect(await answer("git push -f origin stable", options)).toBe("deny");
    expect(await answer("git push -f origin v2-lts", options)).toBe("deny");
    expect(await answer("git push -f origin ada/keep/x", options)).toBe("deny");
    expect(await answer("git push -f origin v2", options)).toBe("ask");
    expect(await answer("git push -f origin main", options)).toBe("ask");
    expect(await answer("git push origin main", { protectedPush: "ask" })).toBe("ask");
    expect(await answer("git push origin HEAD:main", { protectedPush: "deny" })).toBe("deny");
    expect(await answer("git push origin topic", { protectedPush: "deny" })).toBeUndefined();
    expect(await answer("git push --force", { destructive: "ask" })).toBe("ask");
    expect(await answer("git push -f origin main", { destructive: "ask" })).toBe("ask");
    expect(await answer("git stash drop", { risky: "pass" })).toBeUndefined();
  });

  it("checks its options when a file is loaded", () => {
    expect(
      protectGit.checkOptions({ protectedBranches: ["main"], protectedPush: "ask", risky: "deny" }),
    ).toBeUndefined();
    expect(protectGit.checkOptions({ protectedBranches: "main" })).toContain("list of strings");
    expect(protectGit.checkOptions({ protectedPush: "maybe" })).toContain("one of deny, ask, pass");
    expect(protectGit.checkOptions({ branches: [] })).toContain('unknown option "branches"');
  });

  it("T15 says in one line what it saw and what to do instead", async () => {
    const said = await new BuiltinPlace().call("protect-git", "Bash", { command: "git push --force" });
    expect(said?.reason).toMatch(/^`git push --force` overwrites branches [^\n]+ Instead: [^\n]+--force-with-lease/);
  });
});
