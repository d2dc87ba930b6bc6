/** Adds the context files above the current file to the model's context, once each (BI-C8, CI-08 to CI-11). */
import { basename, dirname } from "node:path";
import { context } from "../../core/decision/decision.js";
import { fence, fencedText } from "../../core/decision/fence.js";
import type { BasePayload } from "../../core/events/payload.js";
import type { Builtin, Services, Surroundings } from "../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../core/hooks/builtin-options.js";
import { fileOf, folderOf } from "../_shared/calls/tool-call.js";
import { SessionMarks } from "../_shared/state/once.js";
import { type ContextFile, contextFiles } from "./chain.js";

const OPTIONS = {
  names: {
    type: "texts",
    default: ["CORTEX.md", "CORTEX.local.md", "AGENTS.md"],
    help: "Names of context files",
  },
  budget: {
    type: "number",
    default: 9500,
    help: "Maximum characters added at once; further files are listed for reading",
  },
} satisfies BuiltinOptions;

const contextFilesHook: Builtin = {
  name: "context-files",
  summary: "Adds CORTEX.md, AGENTS.md or other context files above the file being read, once per session.",
  kind: "context",
  from: "cortex",
  example: { builtin: "context-files", options: { names: ["CORTEX.md", "AGENTS.md"] } },
  events: ["SessionStart", "PostToolUse"],
  match: {},
  matchOn: { PostToolUse: { subject: { kind: "literals", exact: ["Read"] } } },
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, options, services) {
    const names = (options["names"] ?? OPTIONS.names.default) as readonly string[];
    const budget = (options["budget"] ?? OPTIONS.budget.default) as number;
    return async (payload) => {
      const text = await contextFor(payload, { names, budget }, surroundings, services);
      return text === undefined ? undefined : context(text);
    };
  },
};

async function contextFor(
  payload: BasePayload,
  { names, budget }: { readonly names: readonly string[]; readonly budget: number },
  surroundings: Surroundings,
  services: Services,
): Promise<string | undefined> {
  const atStart = payload.hook_event_name === "SessionStart";
  const read = atStart ? undefined : fileOf(payload, surroundings);
  if (!atStart && read === undefined) return undefined;
  const folder = read === undefined ? folderOf(payload, surroundings) : dirname(read);
  const files = await contextFiles(folder, names, surroundings);
  const marks = new SessionMarks(services, "context-files", payload);
  const isItself = read !== undefined && names.includes(basename(read));
  if (isItself) {
    await marks.mark(marksOf(files.filter(({ path }) => path === read)));
    return undefined; // the model has just read it
  }
  const seen = await marks.seen(marksOf(files));
  const { given, left } = withinBudget(
    files.filter(({ path }) => !seen.has(path)),
    budget,
  );
  if (given.length + left.length === 0) return undefined;
  await marks.mark(marksOf(given));
  const list =
    left.length === 0 ? [] : [["Read EACH of these files before you continue:", ...left.map(listed)].join("\n")];
  return [...given.map(block), ...list].join("\n\n");
}

function withinBudget(files: readonly ContextFile[], budget: number) {
  const given: ContextFile[] = [];
  const left: ContextFile[] = [];
  let used = 0;
  for (const file of files) {
    const { length } = block(file);
    if (used + length > budget) left.push(file);
    else {
      used += length + 2;
      given.push(file);
    }
  }
  return { given, left };
}

/** Fences project content, so that it is not mistaken for the user's words (T14). */
function block({ path, text, ofProject }: ContextFile): string {
  return ofProject ? fence(text, { hook: "context-files", source: path }) : `# ${path}\n\n${text}`;
}

function listed({ path }: ContextFile): string {
  return `- ${fencedText(path).replaceAll("\n", " ")}`;
}

function marksOf(files: readonly ContextFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ path, mtime }) => [path, mtime]));
}

export default contextFilesHook;
