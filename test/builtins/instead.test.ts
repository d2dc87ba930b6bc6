import { describe, expect, it } from "vitest";
import { effectsOfCommand } from "../effects/programs/gravest.js";
import { SERVICE_EXAMPLES } from "../effects/programs/service-examples.js";
import { BuiltinPlace } from "../support/builtin-place.js";

const GIT =
  `git reset --hard|git reset --merge|git clean -fd|git checkout -f|git checkout -- a.ts|git stash clear|git rm -f a.ts
git worktree remove -f x|git submodule deinit -f x|git branch -D x|git branch -f x y|git tag -d x|git reflog expire --all
git gc --prune=now|git prune|git filter-branch x|git update-ref -d refs/heads/x|git symbolic-ref -d x|git fast-import --force
git lfs migrate import|git delete-branch x|git delete-tag x|git push -f|git push -f a b|git push -d a b|git push --mirror x
git push --prune a|hg purge|svn revert -R .|git undo --hard|git reset-file x|git checkout-index -f -a`.split(/[|\n]/);

describe("what guards propose instead", () => {
  it("T8 is there for all that is not ordinary, and its commands are let through by all of them", async () => {
    const place = new BuiltinPlace();
    const stopped = [...GIT, ...SERVICE_EXAMPLES.destructive, ...SERVICE_EXAMPLES.risky];
    const proposed = new Set<string>();
    for (const command of stopped) {
      const grave = effectsOfCommand(command, ["history", "remote", "service"]).filter(
        (one) => one.severity !== "ordinary",
      );
      expect(grave.length, command).toBeGreaterThan(0);
      for (const { instead } of grave) {
        expect(instead, command).toBeTruthy();
        for (const [, inner] of instead!.matchAll(/`([^`]+)`/g)) proposed.add(inner!);
      }
    }
    expect(proposed.size).toBeGreaterThan(40);
    for (const command of proposed)
      for (const guard of ["protect-commands", "protect-git", "protect-services"])
        expect((await place.call(guard, "Bash", { command }))?.verdict, `${guard}: ${command}`).toBeUndefined();
  });
});
