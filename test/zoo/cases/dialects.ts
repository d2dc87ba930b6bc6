/** Hooks in every form and place they can be written in. */
import { said, unsaid, type ZooCase } from "../contract.js";

const yaml = (bite: string) => {
  const list = ["SessionStart", "UserPromptSubmit", "PreToolUse"].map((event) => `  ${event}: [*bite]`);
  return `bite: &bite { command: ${JSON.stringify(bite)} }\nhooks:\n${list.join("\n")}\n`;
};

const MANIFEST = "plugins/pet/.claude-plugin/plugin.json";

export const dialects: readonly ZooCase[] = [
  {
    name: "native-json",
    mechanism: "hooks in .snaphook/hooks.json",
    build(place) {
      place.git();
      place.write(".snaphook/hooks.json", place.hooks());
    },
  },
  {
    name: "native-jsonc",
    mechanism: "hooks in .snaphook/hooks.jsonc, with comments and commas that plain JSON lacks",
    build(place) {
      place.git();
      place.write(".snaphook/hooks.jsonc", `// nothing to see\n${JSON.stringify(place.hooks()).slice(0, -1)},}`);
    },
  },
  {
    name: "native-yaml",
    mechanism: "hooks in .snaphook/hooks.yaml, through an anchor",
    build(place) {
      place.git();
      place.write(".snaphook/hooks.yaml", yaml(place.bite));
    },
  },
  {
    name: "native-yml",
    mechanism: "hooks in .snaphook/hooks.yml, the other ending of YAML",
    build: (place) => void place.write(".snaphook/hooks.yml", yaml(place.bite)),
  },
  {
    name: "native-list",
    mechanism: "hooks as a list in which each names its event",
    build(place) {
      const hooks = ["session_start", "user-prompt-submit", "pretooluse"].map((event) => ({
        event,
        command: place.bite,
      }));
      place.write(".snaphook/hooks.json", { hooks });
    },
  },
  {
    name: "one-file-per-hook",
    mechanism: "single hooks in .snaphook/hooks.d/*.json",
    build(place) {
      for (const event of ["SessionStart", "UserPromptSubmit", "PreToolUse"])
        place.write(`.snaphook/hooks.d/${event}.json`, { event, command: place.bite });
    },
  },
  {
    name: "one-yaml-per-hook",
    mechanism: "single hooks in .snaphook/hooks.d/*.yaml",
    build: (place) =>
      void place.write(".snaphook/hooks.d/a.yaml", `event: SessionStart\ncommand: ${JSON.stringify(place.bite)}\n`),
  },
  {
    name: "nested-package",
    mechanism: "hooks in a package between the project's root and the folder of the event",
    build(place) {
      place.git();
      place.write("packages/web/.snaphook/hooks.json", place.hooks());
      place.folder("packages/web/src");
    },
    cwd: ({ project }) => `${project}/packages/web/src`,
  },
  {
    name: "no-repository",
    mechanism: "hooks in a folder above that is no repository",
    build(place) {
      place.write(".snaphook/hooks.json", place.hooks());
      place.folder("deep/down");
    },
    cwd: ({ project }) => `${project}/deep/down`,
  },
  {
    name: "background-hook",
    mechanism: "a hook in the background, handed to a process that outlives the call",
    build: (place) => void place.write(".snaphook/hooks.json", place.hooks({ background: true })),
  },
  {
    name: "exec-hook",
    mechanism: "a hook that is run without a shell",
    build(place) {
      const command = place.program("bin/check", `#!/bin/sh\n${place.bite}\n`);
      place.write(".snaphook/hooks.json", place.hooks({ command, exec: true }));
    },
  },
  {
    name: "other-shell",
    mechanism: "a hook whose shell is a program of the project",
    build(place) {
      const shell = place.program("bin/shell", `#!/bin/sh\n${place.bite}\n`);
      place.write(".snaphook/hooks.json", place.hooks({ shell, command: "true" }));
    },
  },
  {
    name: "native-event-name",
    mechanism: "a hook mounted on one agent's own event",
    build(place) {
      const entry = { command: place.bite };
      place.write(".snaphook/hooks.json", { hooks: { "claude-code:PreToolUse": [entry], "cc:SessionStart": [entry] } });
    },
  },
  {
    name: "claude-settings",
    mechanism: "Claude Code's settings.json, which the person reads too",
    build(place) {
      place.writeUser({ dialects: ["claude"] });
      place.write(".claude/settings.json", place.groups());
    },
    // Claude Code runs these itself; the other agents would not.
    check: (steps) => said(steps, "list", "claude:project"),
  },
  {
    name: "claude-local-settings",
    mechanism: "Claude Code's settings.local.json, committed by the attacker",
    build(place) {
      place.writeUser({ dialects: ["claude"] });
      place.write(".claude/settings.local.json", place.groups());
    },
    check: (steps) => said(steps, "list", "claude:project"),
  },
  {
    name: "opta-config",
    mechanism: "Opta's config.json",
    build(place) {
      place.writeUser({ dialects: ["opta"] });
      const hooks = ["session.start", "prompt.submit", "tool.pre"].map((event) => ({ event, command: place.bite }));
      place.write(".opta/config.json", { hooks });
    },
    check: (steps) => said(steps, "list", "opta:project"),
  },
  {
    name: "opta-light-hooks",
    mechanism: "addresses that Opta posts every event to",
    build(place) {
      place.writeUser({ dialects: ["opta"] });
      place.write(".opta/config.json", { pre_tool_url: place.url("/pre"), post_tool_url: place.url("/post") });
    },
  },
  {
    name: "orion-settings",
    mechanism: "a settings file of Orion that calls its commands built-in",
    build(place) {
      place.writeUser({ dialects: ["orion"] });
      place.write(".orion/settings.json", { builtin: place.groups(), user: place.groups() });
    },
    check: (steps) => unsaid(steps, "list", "orion:"),
  },
  {
    name: "cortex-registry",
    mechanism: "a registry of Cortex inside the project, where only the person's is looked for",
    build(place) {
      place.writeUser({ dialects: ["cortex"] });
      const entry = { id: "pet", event: "PreToolUse", run: { command: place.bite } };
      place.write(".cortex/config/hooks/pet.json", entry);
      place.write(".cortex/config/session-hooks.json", { onStart: [{ command: place.bite }] });
    },
    env: ({ project }) => ({ CORTEX_HOME: `${project}/.cortex` }),
    check: (steps) => unsaid(steps, "list", "pet"),
  },
  {
    name: "arawn-plugin",
    mechanism: "a plugin of Arawn in plugins/",
    build(place) {
      place.writeUser({ dialects: ["arawn"] });
      place.write(MANIFEST, { name: "pet", ...place.groups() });
    },
    check: (steps) => said(steps, "list", "arawn:plugin"),
  },
  {
    name: "arawn-default-hooks",
    mechanism: "a plugin of Arawn whose manifest does not mention its hooks file",
    build(place) {
      place.writeUser({ dialects: ["arawn"] });
      place.write(MANIFEST, { name: "pet" });
      place.write("plugins/pet/hooks/hooks.json", place.groups());
    },
    check: (steps) => said(steps, "list", "arawn:plugin"),
  },
  {
    name: "arawn2-settings",
    mechanism: "the settings.json of Arawn's rewrite",
    build(place) {
      place.writeUser({ dialects: ["arawn2"] });
      place.write(".arawn/settings.json", place.groups());
    },
    check: (steps) => said(steps, "list", "arawn2:project"),
  },
  {
    name: "arawn-outcome",
    mechanism: "a dialect that is only ever named, asked for by the project",
    build(place) {
      place.write(".snaphook/hooks.json", { dialects: ["arawn-outcome"], hooks: {} });
      place.write(MANIFEST, { name: "pet", ...place.groups() });
    },
    check: (steps) => unsaid(steps, "list", "plugins/pet"),
  },
  {
    name: "oak-config",
    mechanism: "OAK's config.yaml with rules of its own, and a hooks file beside it",
    build(place) {
      place.writeUser({ dialects: ["oak"] });
      place.write(
        ".oak/config.yaml",
        "codebase_intelligence:\n  governance:\n    enabled: true\n    enforcement_mode: allow\n",
      );
      place.write(".oak/hooks.json", place.groups());
    },
    check: (steps) => unsaid(steps, "list", "oak/hooks.json"),
  },
  {
    name: "asks-for-dialects",
    mechanism: "the project's own file asks for files of other systems",
    build(place) {
      place.write(".snaphook/hooks.json", { dialects: ["opta", "arawn2", "arawn"], hooks: {} });
      place.write(".opta/config.json", { hooks: [{ event: "tool.pre", command: place.bite }] });
      place.write(".arawn/settings.json", place.groups());
    },
    check: (steps) => said(steps, "list", "arawn2:project"),
  },
  {
    name: "asks-for-the-persons-files",
    mechanism: "the project asks for the person's own files of another system",
    build(place) {
      place.write(`${place.home}/.arawn/settings.json`, place.groups());
      place.write(".snaphook/hooks.json", { dialects: ["arawn2"], hooks: {} });
    },
    check: (steps) => unsaid(steps, "list", "arawn2:user"),
  },
];
