import { z } from "zod";
import {
  configSchema,
  flatHookSchema,
  hookSchema,
  type KeyFacts,
  keyFacts,
  matcherSchema,
} from "../../src/sources/dialects/native/schema.js";
import { code, pageHead, table } from "./markdown.js";

const INTRO = `
A hooks file is JSON, JSON with comments (both \`.json\` and \`.jsonc\` take comments and trailing commas) or YAML.
[sources-and-trust.md](sources-and-trust.md) lists which files apply where. Check a file with \`snaphook validate\`.

\`\`\`jsonc hooks
{
  "$schema": "./node_modules/snaphook/schema/hooks.schema.json",
  "version": 1,
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash(git push*)", "hooks": [{ "id": "ask-before-push", "command": "./check-push.sh", "guard": true }] },
      // A hook may also stand in the list itself.
      { "id": "note-edits", "matcher": "Edit|Write", "command": "cat >> edits.log", "background": true, "mode": "observe" }
    ]
  }
}
\`\`\`

\`hooks\` may also be a list in which each hook names its \`event\`. A file in \`hooks.d/\` holds one such hook and nothing else:

\`\`\`jsonc hooks file=.snaphook/hooks.d/10-format.json
{ "event": "PostToolUse", "matcher": { "tool": "Edit|Write", "path": "**/*.ts" }, "command": "npx prettier --write ." }
\`\`\`

Durations carry their unit in the key's name. An unknown key is a warning, a wrong value is an error. A hook with an
error is left out; a guard with an error stays and answers its [failure contract](failure-contract.md).
`;

const MATCHERS = `
| written | matches |
| --- | --- |
| absent, \`""\` or \`*\` | everything |
| \`Bash\`, \`Edit\\|Write\`, \`Edit, Write\` | these names, whole |
| \`mcp__.*\`, \`^Notebook\` | anything else is a regular expression, searched for (not anchored) |
| \`Bash(git *)\` | the tool, with a wildcard over its main argument; a bare \`git\` counts too |
| an object | all of its keys must match |

On events without a tool the text is held against the field that [events.md](events.md) names.
`;

const GLOBS = `
\`path\` and the file options of built-in hooks are path globs. They match the whole path and are case-sensitive.

| written | matches |
| --- | --- |
| \`*\`, \`?\` | any characters, one character; not \`/\` |
| \`**\` | any characters, \`/\` included; \`src/**\` also matches \`src\` |
| \`[abc]\`, \`[a-z]\`, \`[!a]\` | one character of the set, or not of it |
| \`{ts,tsx}\` | either |
| \`*.env\` | without a \`/\`: a name at any depth |
| \`./a\`, \`src/*.ts\` | with a \`/\`: from the root of the project |

\`content\` and lists of tool names are wildcards: the same, but \`/\` is an ordinary character.
`;

export function configPage(): string {
  const group = {
    matcher: keyFacts(flatHookSchema)["matcher"]!,
    hooks: { ...keyFacts(configSchema)["hooks"]!, description: "Hooks that share the matcher." },
  };
  return [
    pageHead("The hooks file", "src/sources/dialects/native/schema.ts"),
    INTRO.trim(),
    "",
    "## The file",
    "",
    keyTable(configSchema),
    "",
    "## An entry of an event",
    "",
    "Either a hook, or a group:",
    "",
    table(
      ["key", "meaning"],
      Object.entries(group).map(([name, { description }]) => [code(name), description]),
    ),
    "",
    "## A hook",
    "",
    keyTable(hookSchema),
    "",
    "Beside these, a hook that does not stand in a group takes `matcher`, and one of a list or of `hooks.d/` takes `event`.",
    "",
    "## Matchers",
    "",
    MATCHERS.trim(),
    "",
    "The keys of the object form:",
    "",
    keyTable(matcherSchema.options[1]),
    "",
    "## Globs",
    "",
    GLOBS.trim(),
    "",
  ].join("\n");
}

function keyTable(schema: z.ZodObject): string {
  const shapes = (z.toJSONSchema(schema) as { properties: Record<string, JsonShape> }).properties;
  const rows = Object.entries(keyFacts(schema)).map(([name, facts]) => [
    code(name),
    kindOf(shapes[name]!),
    facts.description,
    scopesOf(facts),
  ]);
  return table(["key", "value", "meaning", "may be set by"], rows);
}

interface JsonShape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly items?: JsonShape;
  readonly anyOf?: readonly JsonShape[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

function kindOf(shape: JsonShape): string {
  if (shape.anyOf) return shape.anyOf.map(kindOf).join(" or ");
  if (shape.enum) return shape.enum.map(code).join(", ");
  if (shape.const !== undefined) return code(String(shape.const));
  switch (shape.type) {
    case "string":
      return "text";
    case "array":
      return shape.items?.type === "string" ? "list of texts" : "list";
    case "integer":
      return `whole number, ${group(shape.minimum)} to ${group(shape.maximum)}`;
    case "number":
      return shape.exclusiveMinimum === 0 ? "number above 0" : "number";
    case "boolean":
      return "true or false";
    default:
      return shape.type ?? "anything";
  }
}

function group(value: number | undefined): string {
  return value === undefined ? "any" : value.toLocaleString("en-US");
}

function scopesOf({ scopes }: KeyFacts): string {
  return scopes.includes("project") ? "everyone" : scopes.join(", ");
}
