/** Derives a tool's effect from its name. */

const WRITING =
  /^(?:add|append|apply|archive|change|chmod|chown|clean|clone|commit|convert|copy|cp|create|delete|download|edit|export|extract|format|generate|import|init|insert|install|link|ln|make|mkdir|modify|move|mv|new|overwrite|patch|prepend|put|remove|rename|render|replace|restore|rm|rmdir|save|set|store|symlink|sync|touch|trash|truncate|unlink|unpack|unzip|update|upload|write|zip)(?:s|d|ed|ing)?$/;
const READING =
  /^(?:cat|check|compare|count|describe|diff|exists|fetch|find|get|glob|grep|head|info|inspect|list|load|locate|lookup|ls|open|peek|preview|query|read|search|show|stat|status|tail|tree|view|walk|watch)(?:s|ed|ing)?$/;
const LISTING = /^(?:exists|find|glob|info|list|locate|lookup|ls|stat|status|tree|walk|watch)(?:s|ed|ing)?$/;
const DELETING = /^(?:clean|delete|remove|rm|rmdir|trash|unlink)(?:s|d|ed|ing)?$/;
const MOVING = /^(?:move|mv|rename)(?:s|d|ed|ing)?$/;
const COPYING = /^(?:copy|cp|clone)(?:s|d|ed|ing)?$/;
const ADDING = /^(?:add|append|change|edit|insert|mkdir|modify|patch|prepend|replace|touch|update)(?:s|d|ed|ing)?$/;
const PERMITTING = /^(?:chmod|chown|permission)s?$/;

export type ToolDoes = "list" | "read" | "write" | "overwrite" | "delete" | "move" | "copy" | "permissions";

const CANONICAL: Readonly<Record<string, ToolDoes>> = {
  Write: "overwrite",
  Edit: "write",
  MultiEdit: "write",
  NotebookEdit: "write",
  Delete: "delete",
  Move: "move",
  Read: "read",
  NotebookRead: "read",
  Grep: "read",
  Glob: "list",
  LS: "list",
};

export function isCanonicalFileTool(tool: string): boolean {
  return Object.hasOwn(CANONICAL, tool);
}

/** An unclear name may mean anything: the tool counts as writing. */
export function toolDoes(tool: string): ToolDoes {
  if (isCanonicalFileTool(tool)) return CANONICAL[tool]!;
  const words = toolWords(tool);
  const says = (form: RegExp) => words.some((word) => form.test(word));
  if (says(DELETING)) return "delete";
  if (says(MOVING)) return "move";
  if (says(COPYING)) return "copy";
  if (says(PERMITTING)) return "permissions";
  if (says(WRITING)) return says(ADDING) ? "write" : "overwrite";
  if (says(READING)) return says(LISTING) && !says(/^(?:read|get|cat|view)s?$/) ? "list" : "read";
  return "write";
}

/** Words of a tool's name without its server: `mcp__files__moveFile` gives `move` and `file`. */
export function toolWords(tool: string): string[] {
  return snakeCase(tool.slice(tool.lastIndexOf("__") + 1)).split("_");
}

export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
}
