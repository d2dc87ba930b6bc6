/** The file that `snaphook add` writes for a built-in: its keys, their meaning, and the version that wrote it. */
import type { Builtin } from "../../core/hooks/builtin.js";
import { typeText } from "../../core/hooks/builtin-options.js";
import type { JsonObject } from "../../core/text/json.js";

/** Date version of the entries. Raised when the output of `entryText` changes for any built-in. */
export const PACK_VERSION = "2026.11.15";

/** `given`: the settings of the entry; its `builtin`, `options` and `shipped` keep their place. */
export function entryText(builtin: Builtin, given: JsonObject = {}, version = PACK_VERSION): string {
  const { builtin: _name, options = {}, shipped: _version, ...rest } = given;
  const lines = [
    `// ${builtin.summary}`,
    `// More: \`snaphook pack ${builtin.name}\`. Without the line "shipped", later versions leave this file as it is.`,
    "{",
    `  "builtin": ${JSON.stringify(builtin.name)},`,
    ...Object.entries(rest).map(([key, value]) => `  ${JSON.stringify(key)}: ${inner(value)},`),
    ...optionLines(builtin, options as JsonObject),
    `  "shipped": ${JSON.stringify(version)}`,
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

/** Lists every option; defaults are commented out. */
function optionLines({ options: known = {} }: Builtin, given: JsonObject): string[] {
  const names = [...new Set([...Object.keys(known), ...Object.keys(given)])];
  if (names.length === 0) return [];
  const lines = names.flatMap((name) => {
    const facts = known[name];
    const isGiven = Object.hasOwn(given, name);
    const value = isGiven ? given[name] : facts?.default;
    const shown = value === undefined ? typeText(facts!.type) : inner(value, "    ");
    return [
      ...(facts === undefined ? [] : [`    // ${facts.help}`]),
      `    ${isGiven ? "" : "// "}${JSON.stringify(name)}: ${isGiven ? shown : shown.replaceAll("\n", "\n    // ")},`,
    ];
  });
  return ['  "options": {', ...lines, "  },"];
}

function inner(value: unknown, indent = "  "): string {
  const flat = JSON.stringify(value);
  return flat.length <= 80 ? flat : JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}
