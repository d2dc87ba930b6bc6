/** Keeps a status file short enough to be read (BI-C13). */
import { basename } from "node:path";
import { deny } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { isRecord, type JsonObject } from "../core/text/json.js";
import { readPlainFile } from "../disk/files.js";
import { fileOf } from "./_shared/calls/tool-call.js";
import { unlessExcepted } from "./_shared/state/unless-excepted.js";
import { shown } from "./_shared/text/shown.js";

const OPTIONS = {
  files: { type: "texts", default: ["STATUS.md"], help: "Names of files that must stay short" },
  maxBytes: { type: "number", default: 8000, help: "Maximum bytes of such a file" },
  maxLines: { type: "number", default: 200, help: "Maximum lines of such a file" },
} satisfies BuiltinOptions;

const statusSize: Builtin = {
  name: "status-size",
  summary: "Denies an edit that would make STATUS.md longer than its limit.",
  from: "cortex",
  example: { event: "PreToolUse", builtin: "status-size", options: { maxBytes: 4000 } },
  events: ["PreToolUse"],
  match: { subject: { kind: "literals", exact: ["Write", "Edit", "MultiEdit"] } },
  guard: true,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, options, services) {
    const { files, maxBytes, maxLines } = { files: OPTIONS.files.default, maxBytes: 8000, maxLines: 200, ...options };
    return (payload) => {
      const path = fileOf(payload, surroundings);
      const { tool_input: input } = payload;
      if (path === undefined || !isRecord(input) || !(files as readonly string[]).includes(basename(path)))
        return undefined;
      const text = textAfter(input, path);
      const [bytes, lines] = [Buffer.byteLength(text), text.split("\n").length];
      if (bytes <= maxBytes && lines <= maxLines) return undefined;
      return unlessExcepted("status-size", payload, surroundings, services, () =>
        deny(
          `${shown(basename(path))} would have ${bytes} bytes in ${lines} lines; the limit is ${maxBytes} bytes and ${maxLines} lines. Instead: shorten finished items, or move them to another file.`,
        ),
      );
    };
  },
};

/** The file after the edit. If it cannot be computed, the file as it is: the tool reports the error. */
function textAfter(input: JsonObject, path: string): string {
  if (typeof input["content"] === "string") return input["content"];
  const edits = Array.isArray(input["edits"]) ? input["edits"].filter(isRecord) : [input];
  return edits.reduce((text, { old_string: old, new_string: next, replace_all: all }) => {
    if (typeof old !== "string" || typeof next !== "string") return text;
    if (old === "") return text === "" ? next : text;
    return all === true ? text.split(old).join(next) : text.replace(old, () => next);
  }, readText(path));
}

function readText(path: string): string {
  try {
    return readPlainFile(path).toString("utf8");
  } catch {
    return ""; // a new file, or not editable
  }
}

export default statusSize;
