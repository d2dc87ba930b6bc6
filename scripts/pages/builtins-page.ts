/** The page of the pack: what each built-in says of itself in its code, and in the Markdown beside it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BUILTINS } from "../../src/builtins/_registry.js";
import { type Builtin, kindOf } from "../../src/core/hooks/builtin.js";
import { typeText } from "../../src/core/hooks/builtin-options.js";
import { code, pageHead, table } from "./markdown.js";

const INTRO = `
Hooks that come with Snaphook: guards, and what five systems ship as ready hooks. They need no program, run in our own
process and are used by name. \`snaphook pack\` lists them and says which are in force here; \`snaphook add\` puts one into
your hooks, with its options to be seen:

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

\`builtin\` takes the place of a command. Everything else of an entry holds for it too: \`id\`, \`matcher\`, \`mode\`, \`onFailure\`
and so on; what is left out is as the built-in has it. Without an \`event\` it stands on all events it is for. Options are
checked when the file is loaded. A name that this version does not know is an error, and the entry stays as a guard that
cannot decide: a policy that was written for a newer version does not silently go away. \`"guard": false\` lets it go.

## What is yours, and what is kept up to date

\`add\` and \`setup\` write one file each into \`hooks.d\`, with the version of the pack in it: \`"shipped": "2026.11.15"\`. When a
newer version writes such a file differently, \`snaphook pack --refresh\`, \`setup\` or the next \`add\` of it writes it anew and
keeps everything it sets; comments of your own in it are lost. An older version leaves it alone. A file without \`shipped\` is
yours: nothing of ours changes or removes it, and \`add\` refuses to write beside an entry of your own. Files of a project are
never refreshed by themselves, since they would have to be approved again.

Removing one, and adding one that lets calls pass (an approver), needs [a person](human-only.md).
`;

const ADDING = `
## Adding one

A built-in is a file \`src/builtins/NAME.ts\`, or a folder with an \`index.ts\`, whose default export is a \`Builtin\` (see
\`src/core/hooks/builtin.ts\`): what it is for as data, \`checkOptions\`, and \`make\`, which gets the folders around it and the
checked options and returns the hook function. What there is to say stands beside it in \`NAME.md\`, or in \`docs.md\` of its
folder. \`npm run generate\` takes it into the registry and onto this page; no other file is edited.
`;

export function builtinsPage(root: string): string {
  const all = Object.values(BUILTINS);
  const rows = all.map((one) => [
    `[${one.name}](#${one.name})`,
    kindOf(one),
    one.events.join(", "),
    one.from ?? "snaphook",
    one.standing === undefined ? one.summary : `${one.summary} Always in force.`,
  ]);
  return [
    pageHead("The pack: built-in hooks", "src/builtins"),
    INTRO.trim(),
    "",
    "## All of them",
    "",
    table(["built-in", "kind", "events", "from", "what it does"], rows),
    "",
    ...all.map((one) => section(one, root)),
    ADDING.trim(),
    "",
  ].join("\n");
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
    "```json",
    JSON.stringify(example),
    "```",
    "",
    ...(rows.length === 0 ? [] : [table(["option", "value", "when absent", "meaning"], rows), ""]),
    ...[textOf(name, root)].filter((text) => text !== "").flatMap((text) => [text, ""]),
  ].join("\n");
}

function textOf(name: string, root: string): string {
  const files = [`${name}.md`, `${name}/docs.md`].map((file) => join(root, "src/builtins", file));
  const file = files.find((one) => existsSync(one));
  return file === undefined ? "" : readFileSync(file, "utf8").trim();
}
