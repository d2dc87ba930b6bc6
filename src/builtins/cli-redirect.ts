/** Directories that only a program may create, so that it can register them: names that command (BI-O28). */
import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { deny } from "../core/decision/decision.js";
import type { Builtin, Surroundings } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { isRecord, lookUp } from "../core/text/json.js";
import type { Invocation } from "../effects/model/invocation.js";
import { invocationsOf } from "./_shared/calls/invocations-of.js";
import { optionPath } from "./_shared/paths/option-path.js";
import { unlessExcepted } from "./_shared/state/unless-excepted.js";
import { shown } from "./_shared/text/shown.js";

const TYPES: Readonly<Record<string, string>> = { Projects: "project", Areas: "area", Resources: "resource" };
const OPTIONS = {
  folder: { type: "text", default: ".", help: "Parent of the `types` directories" },
  types: { type: "object", default: TYPES, help: "Directories and the entity type in each of them" },
  command: {
    type: "text",
    default: "orion para create-entity --type {type} --name {name}",
    help: "Command that creates an entity",
  },
} satisfies BuiltinOptions;

const cliRedirect: Builtin = {
  name: "cli-redirect",
  summary: "Denies creating a project directory by hand, and names the command that creates and registers it.",
  from: "orion",
  example: { event: "PreToolUse", builtin: "cli-redirect", options: { folder: "~/notes" } },
  events: ["PreToolUse"],
  match: { subject: { kind: "literals", exact: ["Bash"] } },
  guard: true,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS, ({ types = {} }) =>
    Object.values(types as object).every((type) => typeof type === "string")
      ? undefined
      : "`types` must map each directory to a string",
  ),
  make(surroundings, options, services) {
    const { folder, types, command } = { folder: ".", types: TYPES, command: OPTIONS.command.default, ...options };
    const root = optionPath(folder, surroundings);
    return (payload) => {
      for (const path of invocationsOf(payload, surroundings).flatMap((call) => madeFolders(call, surroundings))) {
        const [kind = "", name = ""] = relative(root, path).split(sep);
        const type = isRecord(types) ? lookUp(types, kind) : undefined;
        if (typeof type !== "string" || name === "" || existsSync(join(root, kind, name))) continue;
        const right = String(command)
          .replace("{type}", type)
          .replace("{name}", () => quoted(name));
        return unlessExcepted("cli-redirect", payload, surroundings, services, () =>
          deny(`mkdir would create a ${type} without registering it. Instead: \`${right}\`.`),
        );
      }
      return undefined;
    };
  },
};

function madeFolders({ program, args, cwd }: Invocation, { home }: Surroundings): string[] {
  if (program !== "mkdir" || cwd === undefined) return [];
  const named = args.filter(({ text }, at) => !text.startsWith("-") && !MODE.test(args[at - 1]?.text ?? ""));
  return named.map(({ text }) => resolve(cwd, text.startsWith("~/") ? home + text.slice(1) : text));
}

const MODE = /^(?:-m|--mode)$/;

function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `"${shown(name).replace(/["\\$`]/g, "")}"`;
}

export default cliRedirect;
