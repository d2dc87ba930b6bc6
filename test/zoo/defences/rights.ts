/** What a project may say, ask for and name. */
import { type Defence, edit } from "./defence.js";

export const RIGHTS: readonly Defence[] = [
  {
    defence: "keys that nobody knows are told about",
    edits: [
      edit(
        "sources/dialects/native/load",
        `if (facts === undefined)
        this.draft.report(`,
        `if (facts === undefined)
        Object(`,
      ),
    ],
    cases: [
      ...["says-trusted", "says-user-level", "trusted-paths", "daemon-settings"],
      ...["log-location", "fails-open"],
    ],
  },
  {
    defence: "keys that widen what a hook may do are the person's",
    edits: [
      edit("sources/dialects/native/load", `else if (!facts.scopes.includes(this.file.scope))`, `else if (false)`),
    ],
    cases: ["inherit-env", "follow-redirects", "managed-only", "allow-hosts", "grant-env"],
  },
  {
    defence: "the first to use an id keeps it",
    edits: [
      edit(
        "sources/compile/assemble",
        `      const id = uniqueId(hook, source, ids, findings);`,
        `      const old = entries.findIndex((entry) => hook.id !== "" && entry.hook.id === hook.id);
      if (old >= 0) entries.splice(old, 1);
      ids.delete(hook.id);
      const id = uniqueId(hook, source, ids, findings);`,
      ),
    ],
    cases: ["switches-guard-off"],
  },
  {
    defence: "a twin that may not run hides nothing, and the person's files come first",
    edits: [
      edit("sources/compile/assemble", `canonicalJson([mayRun(state), rest,`, `canonicalJson([rest,`),
      edit("sources/compile/assemble", `bySource(a.source, b.source)`, `bySource(b.source, a.source)`),
    ],
    cases: ["twin-of-guard"],
  },
  {
    defence: "switches are the person's",
    edits: [
      edit(
        "sources/compile/compile-plan",
        `this.#readOverrides(overridesFile(places.config))`,
        `this.#readOverrides(join(root, ".snaphook/overrides.json"))`,
      ),
      edit("sources/discover/overrides", "signed: isEmpty ||", "signed: true ||"),
    ],
    cases: ["overrides-in-project"],
  },
  {
    defence: "a dialect is one of the table",
    edits: [
      edit(
        "sources/compile/compile-plan",
        'finding("DIALECT_UNKNOWN", `Unknown dialect "${name}"',
        'finding("INTERNAL", `Unknown dialect "${name}"',
      ),
    ],
    cases: ["unknown-dialects"],
  },
  {
    defence: "a project asks for its own files only",
    edits: [edit("sources/compile/compile-plan", 'scope === "project" ? `${name}@project` : name', "name")],
    cases: ["asks-for-the-persons-files"],
  },
  {
    defence: "files of Cortex are looked for at home only",
    edits: [
      edit(
        "sources/dialects/cortex/load",
        `locations: ({ home, project }) => [`,
        `locations: ({ project, project: home }) => [`,
      ),
    ],
    cases: ["cortex-registry"],
  },
  {
    defence: "files of Orion are never looked for",
    edits: [
      edit(
        "sources/dialects/orion/load",
        `locations: () => [],`,
        `locations: ({ project }) => [{ path: \`\${project}/.orion/settings.json\`, scope: "user" }],`,
      ),
    ],
    cases: ["orion-settings"],
  },
  {
    defence: "hook files of OAK are never looked for",
    edits: [
      edit(
        "sources/dialects/oak/load",
        `locations: ({ project }) => [`,
        `locations: ({ project }) => [{ path: join(project, ".oak/hooks.json"), scope: "project" }, `,
      ),
    ],
    cases: ["oak-config"],
  },
  {
    defence: "plugins that answer by outcome are never looked for",
    edits: [
      edit(
        "sources/dialects/arawn-outcome/load",
        `locations: () => [],`,
        `locations: ({ project }) => [{ path: \`\${project}/plugins/pet/.claude-plugin/plugin.json\`, scope: "plugin" }],`,
      ),
    ],
    cases: ["arawn-outcome"],
  },
  {
    defence: "what a plugin names is in it",
    edits: [edit("sources/trust/confine", `return !isAbsolute(way) && way.split(`, `return true || way.split(`)],
    cases: [
      ...["plugin-hooks-above", "plugin-hooks-absolute", "plugin-hooks-link", "plugin-script-above"],
      "plugin-script-link",
    ],
  },
];
