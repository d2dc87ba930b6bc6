/** The page of the pack: what each built-in says of itself in its code, and in the Markdown beside it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BUILTINS } from "../../src/builtins/_registry.js";
import { type Builtin, kindOf } from "../../src/core/hooks/builtin.js";
import { typeText } from "../../src/core/hooks/builtin-options.js";
import { packGroups } from "../../src/runtime/pack/pack-groups.js";
import { code, pageHead, table } from "./markdown.js";

const INTRO = `
Hooks that come with Snaphook: its own guards, and ready hooks of four other systems. They run inside Snaphook and need no
program. \`snaphook pack\` lists them and shows which are in force here. \`snaphook add\` enables one and writes its options into
your config:

\`\`\`sh run
snaphook add protect-git --option risky=pass
snaphook pack protect-git
snaphook remove protect-git --dry-run
\`\`\`

\`\`\`text output
Wrote …/hooks.d/protect-git.jsonc
Undo: snaphook remove protect-git
protect-git  in force here: yes
Would remove …/hooks.d/protect-git.jsonc
\`\`\`

By hand it is an entry like any other:

\`\`\`jsonc hooks
{
  "hooks": [
    { "event": "PreToolUse", "builtin": "env-isolation", "options": { "also": ["NPM_TOKEN"] } }
  ]
}
\`\`\`

\`builtin\` replaces the command. All other keys of an entry work as usual: \`id\`, \`matcher\`, \`mode\`, \`onFailure\` and so on.
The built-in supplies the defaults. Without an \`event\`, it runs on all its events. Options are checked when the file is
loaded. An unknown name is an error, and the entry becomes a guard that fails: a policy written for a newer version does not
silently disappear. \`"guard": false\` prevents that.

## Files that Snaphook keeps up to date

\`add\` and \`setup\` write one file per built-in into \`hooks.d\`, with the version of the pack: \`"shipped": "2026.11.15"\`. If a
newer version writes such a file differently, \`snaphook pack --refresh\`, \`setup\` or the next \`add\` updates it. Its settings
stay; your comments are lost. An older version leaves the file alone. A file without \`shipped\` is yours: Snaphook never
changes or removes it, and \`add\` does not write a second entry beside it. Files of a project are never updated automatically,
because each change needs a new approval.

Removing a built-in needs [a person](human-only.md). So does adding one that lets calls pass (an approver).
`;

const ADDING = `
## Add a built-in

A built-in is a file \`src/builtins/NAME.ts\`, or a folder with an \`index.ts\`. Its default export is a \`Builtin\`
(\`src/core/hooks/builtin.ts\`): metadata, \`checkOptions\`, and \`make\`, which gets the folders of the call and the checked
options and returns the hook function. Its documentation is \`NAME.md\` beside it, or \`docs.md\` in its folder.
\`npm run generate\` adds it to the registry and to this page. No other file needs an edit.
`;

export function builtinsPage(root: string): string {
  const all = Object.values(BUILTINS);
  const groups = packGroups(all).flatMap(({ title, members }) => [
    `### ${title}`,
    "",
    table(["built-in", "kind", "events", "from", "what it does"], members.map(row)),
    "",
  ]);
  return [
    pageHead("The pack: built-in hooks", "src/builtins"),
    INTRO.trim(),
    "",
    "## All built-in hooks",
    "",
    ...groups,
    ...all.map((one) => section(one, root)),
    ADDING.trim(),
    "",
  ].join("\n");
}

function row(one: Builtin): string[] {
  return [
    `[${one.name}](#${one.name})`,
    kindOf(one),
    one.events.join(", "),
    one.from ?? "snaphook",
    one.standing === undefined ? one.summary : `${one.summary} Always in force.`,
  ];
}

function section(builtin: Builtin, root: string): string {
  const { name, summary, options = {}, example } = builtin;
  const rows = Object.entries(options).map(([option, { type, default: usual, help }]) => [
    code(option),
    typeText(type),
    usual === undefined ? "" : code(JSON.stringify(usual)),
    help,
  ]);
  return [
    `## ${name}`,
    "",
    summary,
    "",
    ...(Object.keys(example.options ?? {}).length === 0 ? [] : ["Example with other options:", ""]),
    "```json",
    JSON.stringify(example),
    "```",
    "",
    ...(rows.length === 0 ? [] : [table(["option", "value", "default", "meaning"], rows), ""]),
    ...[textOf(name, root)].filter((text) => text !== "").flatMap((text) => [text, ""]),
  ].join("\n");
}

function textOf(name: string, root: string): string {
  const files = [`${name}.md`, `${name}/docs.md`].map((file) => join(root, "src/builtins", file));
  const file = files.find((one) => existsSync(one));
  return file === undefined ? "" : readFileSync(file, "utf8").trim();
}
