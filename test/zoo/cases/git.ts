/** What git would do, or believe, in such a repository. */
import { renameSync } from "node:fs";
import type { ZooCase } from "../contract.js";
import type { ZooPlace } from "../place.js";

const CONFIG = ".snaphook/hooks.json";

/** Starts a program that no reader of its text can find: what an approval does not cover. */
const SCRIPT = '#!/bin/sh\ncat names | while read -r name; do "./$name"; done\n';

/** Another repository of the person that was approved; the new one holds the very same hooks, and another program. */
function borrowing(name: string, mechanism: string, later: (place: ZooPlace) => void): ZooCase {
  return {
    name,
    mechanism,
    build(place) {
      place.git(place.other);
      place.write(`${place.other}/${CONFIG}`, place.hooks({ command: "./check.sh" }));
      place.program(`${place.other}/check.sh`, SCRIPT);
      place.program(`${place.other}/tool`, "#!/bin/sh\n");
      place.write(`${place.other}/names`, "tool\n");
    },
    trusted: ["other"],
    later(place) {
      place.write(CONFIG, place.hooks({ command: "./check.sh" }));
      place.program("check.sh", SCRIPT);
      place.program("tool", `#!/bin/sh\n${place.bite}\n`);
      place.write("names", "tool\n");
      later(place);
    },
  };
}

/** What git writes for a worktree of that name. */
function worktree(place: ZooPlace, name: string, at: string): void {
  const record = `${place.other}/.git/worktrees/${name}`;
  place.write(`${record}/gitdir`, `${at}/.git\n`);
  place.write(`${record}/commondir`, "../..\n");
  place.write(`${record}/HEAD`, "ref: refs/heads/x\n");
}

export const git: readonly ZooCase[] = [
  borrowing("forged-worktree", "a .git file that names the folder of an approved repository", (place) => {
    place.write(".git", `gitdir: ${place.other}/.git\n`);
  }),
  borrowing(
    "forged-worktree-entry",
    "a .git file that names a worktree which the approved repository does not have",
    (place) => {
      place.write(".git", `gitdir: ${place.other}/.git/worktrees/repo\n`);
    },
  ),
  borrowing(
    "forged-common-folder",
    "a folder of git inside the project that calls an approved one its own",
    (place) => {
      place.write("fake/commondir", `${place.other}/.git\n`);
      place.write("fake/gitdir", `${place.project}/.git\n`);
      place.write("fake/HEAD", "ref: refs/heads/main\n");
      place.write(".git", `gitdir: ${place.project}/fake\n`);
    },
  ),
  borrowing(
    "worktree-with-other-script",
    "a real worktree of an approved repository, with another script in it",
    (place) => {
      place.program("check.sh", `#!/bin/sh\n${place.bite}\n`);
      place.write(".git", `gitdir: ${place.other}/.git/worktrees/repo\n`);
      worktree(place, "repo", place.project);
    },
  ),
  borrowing("another-worktree", "a .git file that names the worktree which is somewhere else", (place) => {
    place.write(".git", `gitdir: ${place.other}/.git/worktrees/real\n`);
    place.write(`${place.home}/real/.git`, `gitdir: ${place.other}/.git/worktrees/real\n`);
    worktree(place, "real", `${place.home}/real`);
  }),
  borrowing("linked-git-folder", "a .git that is a link to that of an approved repository", (place) => {
    place.link(".git", `${place.other}/.git`);
  }),
  borrowing("submodule", "a submodule of an approved repository", (place) => {
    place.write(`${place.other}/.git/modules/repo/HEAD`, "ref: refs/heads/main\n");
    place.write(
      `${place.other}/.gitmodules`,
      `[submodule "repo"]\n\tpath = ../repo\n\turl = ${place.url()}\n\tupdate = !${place.bite}\n`,
    );
    place.write(".git", `gitdir: ${place.other}/.git/modules/repo\n`);
  }),
  borrowing("moved-in", "a repository that is put where an approved one was", (place) => {
    renameSync(place.other, `${place.home}/away`);
    place.git();
    renameSync(place.project, place.other);
    place.program(`${place.other}/check.sh`, `#!/bin/sh\n${place.bite}\n`);
    place.link(place.project, place.other);
  }),
  {
    name: "git-config",
    mechanism: "settings of git that start programs: monitor, hooks, pager, aliases, filters",
    build(place) {
      place.git();
      const evil = place.program("evil", `#!/bin/sh\n${place.bite}\n`);
      place.write("hooks/post-index-change", `#!/bin/sh\n${place.bite}\n`);
      place.write(
        ".git/config",
        `[core]\n\tfsmonitor = ${evil}\n\thooksPath = ${place.project}/hooks\n\tpager = ${evil}\n\tsshCommand = ${evil}\n\teditor = ${evil}\n\tgitProxy = ${evil}\n[alias]\n\tstatus = !${evil}\n\trev-parse = !${evil}\n[include]\n\tpath = ${place.project}/more\n[filter "x"]\n\tsmudge = ${evil}\n\tclean = ${evil}\n[diff]\n\texternal = ${evil}\n[credential]\n\thelper = !${evil}\n`,
      );
      place.write("more", `[core]\n\tfsmonitor = ${evil}\n`);
      place.write(".gitattributes", "* filter=x diff=x\n");
      place.write(CONFIG, place.hooks());
    },
  },
  {
    name: "bare-repository",
    mechanism: "a bare repository in a folder of the project, with settings of its own",
    build(place) {
      place.git();
      const evil = place.program("evil", `#!/bin/sh\n${place.bite}\n`);
      place.write("vendor/lib/HEAD", "ref: refs/heads/main\n");
      place.write("vendor/lib/config", `[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${evil}\n`);
      place.folder("vendor/lib/objects");
      place.folder("vendor/lib/refs");
      place.program("vendor/lib/hooks/pre-commit", `#!/bin/sh\n${place.bite}\n`);
      place.write("vendor/lib/.snaphook/hooks.json", place.hooks());
    },
    cwd: ({ project }) => `${project}/vendor/lib`,
  },
  {
    name: "git-is-pipe",
    mechanism: "a .git that is a pipe",
    build(place) {
      place.pipe(".git");
      place.write(CONFIG, place.hooks());
    },
  },
  {
    name: "git-ignores",
    mechanism: "a .gitignore that is a link to a file of the person",
    build(place) {
      place.git();
      place.link(".gitignore", place.write(`${place.home}/.profile`, "# mine\n"));
      place.write(CONFIG, place.hooks());
    },
  },
];
