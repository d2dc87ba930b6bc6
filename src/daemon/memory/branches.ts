/** Branch rules: a memory is visible on its own branch, and elsewhere once its work has arrived there. */
import { execFile } from "node:child_process";
import type { GitPlace } from "../../core/records/memory.js";
import { gitPlaceOf, tipOf } from "./git-place.js";
import { gitEnvironment, SAFE_GIT } from "./run-git.js";

const GIT_MS = 2_000;
const MOST_KNOWN = 5_000;
const COMMIT = /^[0-9a-f]{40,64}$/;

export class Branches {
  /** Whether one commit contains another never changes. */
  readonly #known = new Map<string, Promise<boolean>>();

  async isVisible(place: GitPlace | undefined, root: string, here = gitPlaceOf(root)): Promise<boolean> {
    if (place === undefined || here === undefined) return true;
    if (place.branch !== undefined && place.branch === here.branch) return true;
    if (place.commit === undefined || here.commit === undefined) return false;
    if (place.shared && place.branch !== undefined) {
      const tip = tipOf(root, place.branch);
      // Its work was not committed then. The branch is gone: nothing more can be known.
      if (tip !== undefined) return tip !== place.commit && this.#contains(root, here.commit, tip);
    }
    return this.#contains(root, here.commit, place.commit);
  }

  #contains(root: string, head: string, commit: string): Promise<boolean> {
    if (head === commit) return Promise.resolve(true);
    if (!COMMIT.test(head) || !COMMIT.test(commit)) return Promise.resolve(false);
    const key = `${commit} ${head}`;
    const known = this.#known.get(key) ?? askGit(root, commit, head);
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    this.#known.set(key, known);
    return known;
  }
}

function askGit(cwd: string, commit: string, head: string): Promise<boolean> {
  const env = gitEnvironment();
  return new Promise((done) => {
    execFile(
      "git",
      [...SAFE_GIT, "merge-base", "--is-ancestor", commit, head],
      { cwd, env, timeout: GIT_MS },
      (error) => done(error === null),
    );
  });
}
