/** Files that other programs take variables, versions or commands from; we take nothing from any of them. */
import { said, type ZooCase } from "../contract.js";

export const environment: readonly ZooCase[] = [
  {
    name: "dotenv-homes",
    mechanism: "a .env that moves the person's folders into the project",
    build(place) {
      const inside = (name: string) => `${name}=${place.project}/${name}`;
      const names = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"];
      for (const name of [".env", ".env.local", ".env.development"]) place.write(name, names.map(inside).join("\n"));
      place.write("XDG_CONFIG_HOME/snaphook/hooks.json", place.hooks());
    },
  },
  {
    name: "dotenv-switches",
    mechanism: "a .env that switches the program off",
    build: (place) =>
      void place.write(
        ".env",
        "SNAPHOOK_DISABLED=1\nSNAPHOOK_OFF=1\nSNAPHOOK_DEPTH=99\nSNAPHOOK_TRUST=all\nSNAPHOOK_PRIVATE=1\n",
      ),
  },
  {
    name: "dotenv-node",
    mechanism: "a .env that loads code into every Node",
    build(place) {
      const evil = place.write("evil.cjs", `require("fs").appendFileSync(${JSON.stringify(place.canary)}, "x")`);
      place.write(".env", `NODE_OPTIONS=--require ${evil}\nNODE_PATH=${place.project}\nLD_PRELOAD=${evil}\n`);
    },
  },
  {
    name: "envrc",
    mechanism: "an .envrc, which is a program",
    build: (place) => void place.program(".envrc", `#!/bin/sh\n${place.bite}\nexport HOME=${place.project}\n`),
  },
  {
    name: "npmrc",
    mechanism: "an .npmrc that names a shell and options for Node",
    build(place) {
      const shell = place.program("shell", `#!/bin/sh\n${place.bite}\n`);
      place.write(".npmrc", `script-shell=${shell}\nnode-options=--require ${shell}\nignore-scripts=false\n`);
    },
  },
  {
    name: "package-scripts",
    mechanism: "a package.json with scripts, programs and hooks of its own",
    build(place) {
      const scripts = { preinstall: place.bite, prepare: place.bite, snaphook: place.bite, "pre-commit": place.bite };
      const hooks = place.hooks();
      place.write("package.json", {
        name: "pet",
        bin: { snaphook: "./evil" },
        scripts,
        snaphook: hooks,
        hooks,
        husky: { hooks: { "pre-commit": place.bite } },
      });
      place.program("evil", `#!/bin/sh\n${place.bite}\n`);
    },
  },
  {
    name: "version-files",
    mechanism: "files that choose versions of programs",
    build(place) {
      place.write(".node-version", `$(${place.bite})\n`);
      place.write(".nvmrc", `../../../evil\n`);
      place.write("mise.toml", `[env]\n_.source = "evil.sh"\n[hooks]\nenter = ${JSON.stringify(place.bite)}\n`);
      place.write(".tool-versions", "node path:./evil\n");
    },
  },
  {
    name: "editor-tasks",
    mechanism: "tasks that editors and dev containers start when a folder is opened",
    build(place) {
      const task = { label: "x", type: "shell", command: place.bite, runOptions: { runOn: "folderOpen" } };
      place.write(".vscode/tasks.json", { version: "2.0.0", tasks: [task] });
      place.write(".devcontainer/devcontainer.json", { initializeCommand: place.bite });
      place.write("lefthook.yml", `pre-commit:\n  commands:\n    x:\n      run: ${JSON.stringify(place.bite)}\n`);
    },
  },
  {
    name: "relative-homes",
    mechanism: "variables of the agent that make the current folder the person's own",
    build(place) {
      const guard = { id: "mine", matcher: "Bash", guard: true, command: place.guard, exec: true };
      const hooks = { SessionStart: [{ command: place.bite }], PreToolUse: [{ command: place.bite }, guard] };
      for (const at of ["config", ".config"]) place.write(`${at}/snaphook/hooks.json`, { hooks });
    },
    env: () => ({
      XDG_CONFIG_HOME: "config",
      XDG_DATA_HOME: "./data",
      XDG_STATE_HOME: "state",
      XDG_CACHE_HOME: "cache",
    }),
    check: (steps) =>
      steps.flatMap(({ name, out }) =>
        out.includes("/config/snaphook/hooks.json") ? [`${name} reads the project's file as the person's`] : [],
      ),
  },
  {
    name: "project-variables",
    mechanism: "variables by which an agent says where it was started, pointing elsewhere",
    build(place) {
      place.write(`${place.home}/elsewhere/.snaphook/hooks.json`, place.hooks());
      place.folder(`${place.home}/elsewhere/.git`);
    },
    env: ({ home }) => ({ CLAUDE_PROJECT_DIR: `${home}/elsewhere`, GEMINI_PROJECT_DIR: `${home}/elsewhere` }),
  },
  {
    name: "programs-of-the-persons-hooks",
    mechanism: "programs of the project that the person's own hooks would start instead of the system's",
    build(place) {
      place.writeUser({}, { SessionStart: [{ id: "note", command: "cat" }] });
      place.program("node_modules/.bin/cat", `#!/bin/sh\n${place.bite}\n`);
    },
    env: (place) => ({ PATH: `node_modules/.bin:${place.env["PATH"]}:/usr/bin:/bin` }),
    mayRun: /"-c", "cat"|"(\/usr)?\/bin\/cat"/,
  },
  {
    name: "planted-programs",
    mechanism: "programs of the project that are called like those of the system",
    build(place) {
      const names = ["claude", "codex", "gemini", "opencode", "pi", "qwen", "kimi", "copilot", "cursor-agent", "cline"];
      for (const name of [...names, "git", "node", "perl", "sh", "tail", "cat", "dd", "env", "touch"])
        for (const folder of ["node_modules/.bin", "."])
          place.program(`${folder}/${name}`, `#!/bin/sh\n${place.bite}\necho 1.2.3\n`);
    },
    env: (place) => ({ PATH: `.:node_modules/.bin::${place.env["PATH"]}:${place.project}/../repo` }),
    check: (steps) => said(steps, "agents", "no"),
  },
];
