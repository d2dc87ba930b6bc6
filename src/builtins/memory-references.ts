/** Logs which memory files an agent reads or finds (BI-C7). */
import { dirname, resolve } from "node:path";
import type { BasePayload } from "../core/events/payload.js";
import type { Builtin, Surroundings } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { isRecord } from "../core/text/json.js";
import { runGit } from "./_shared/calls/run-program.js";
import { fileOf, folderOf, resultText } from "./_shared/calls/tool-call.js";
import { accessLog, memoryFilesIn, memoryFolder } from "./_shared/paths/memory-files.js";
import { appendLine } from "./_shared/paths/safe-files.js";

const OPTIONS = {
  roots: { type: "texts", default: [], help: "Additional directories with memory files" },
  commit: { type: "boolean", default: false, help: "Commits the log each time, unless something is staged" },
} satisfies BuiltinOptions;

const MOST_CHARACTERS = 1_000_000;

const memoryReferences: Builtin = {
  name: "memory-references",
  summary: "Logs which memory files (EXP-n, K-n, PAT-n) were read or found, in _meta/access-log.jsonl.",
  from: "cortex",
  example: { event: "PostToolUse", builtin: "memory-references", options: { commit: false } },
  events: ["PostToolUse"],
  match: { subject: { kind: "literals", exact: ["Read", "Grep"] } },
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { roots = [], commit = false }, { now }) {
    return async (payload) => {
      const all = [surroundings.project, ...(roots as readonly string[])];
      const tool = String(payload["tool_name"]);
      const { folder, files } =
        tool === "Grep" ? searched(payload, surroundings, all) : read(payload, surroundings, all);
      if (folder === undefined) return;
      const log = accessLog(folder);
      let added = false;
      for (const file of files) {
        const line = JSON.stringify({ file, tool, ts: new Date(now()).toISOString() });
        added = (await appendLine(folder, log, line)) || added;
      }
      if (added && commit === true) await commitLog(log, surroundings);
    };
  },
};

interface Found {
  readonly folder: string | undefined;
  readonly files: readonly string[];
}

function read(payload: BasePayload, surroundings: Surroundings, roots: readonly string[]): Found {
  const path = fileOf(payload, surroundings) ?? "";
  const [file] = memoryFilesIn(path);
  return {
    folder: file === undefined ? undefined : memoryFolder(path, roots),
    files: file === undefined ? [] : [file],
  };
}

/** A search without matches counts for the directory. */
function searched(payload: BasePayload, surroundings: Surroundings, roots: readonly string[]): Found {
  const { tool_input: input, tool_response: response } = payload;
  const cwd = folderOf(payload, surroundings);
  const where = resolve(cwd, isRecord(input) && typeof input["path"] === "string" ? input["path"] : "");
  const names = isRecord(response) && Array.isArray(response["filenames"]) ? response["filenames"].join("\n") : "";
  const files = memoryFilesIn(`${names}\n${resultText(payload, MOST_CHARACTERS)}`);
  const inside = memoryFolder(where, roots);
  if (files.length === 0) return { folder: inside, files: ["_directory_search"] };
  return { folder: inside ?? memoryFolder(resolve(where, files[0]!), roots), files };
}

/** Never commits the user's work: staged changes defer the commit. */
async function commitLog(log: string, surroundings: Surroundings): Promise<void> {
  const git = (...args: string[]) => runGit(args, dirname(log), surroundings);
  if ((await git("diff", "--cached", "--quiet")).code !== 0) return;
  if ((await git("add", "--", log)).code !== 0) return;
  await git("commit", "--quiet", "--no-verify", "-m", "chore: update access log", "--", log);
}

export default memoryReferences;
