/** Prevents an agent from changing its guards, and the files that configure them (T4). */
import type { Builtin } from "../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../core/hooks/builtin-options.js";
import { HARMLESS_TOOLS } from "../../effects/tools/harmless-tools.js";
import { isPlainRead } from "./plain-read.js";

const NAME = "self-protection";
const OPTIONS = {
  also: { type: "texts", default: [], help: "Additional files and directories to protect, relative to the project" },
} satisfies BuiltinOptions;

/** Loads the whole analysis lazily: only the first call that may do harm waits for it. */
let answerTo: AnswerTo | undefined;
type AnswerTo = typeof import("./judge.js").answerTo;

const selfProtection: Builtin = {
  name: NAME,
  summary: "Asks before hooks, their scripts or an agent's hook config change. Blocks access to Snaphook's own files.",
  example: { event: "PreToolUse", builtin: NAME, options: { also: ["policies", "~/bin/check.sh"] } },
  events: ["PreToolUse"],
  match: { except: [...HARMLESS_TOOLS, "Glob", "LS"] },
  guard: true,
  // Denies only changes to our own files.
  exceptions: "asks",
  // Active for every agent: if the agent cannot ask, its adapter turns the question into a denial.
  onFailure: "ask",
  // Our own files are protected by name.
  standing: ({ files }) => ({
    also: files.filter((file) => !/[\\/](?:\.snaphook[\\/]|snaphook\.config\.)/.test(file)),
  }),
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, options, services) {
    const also = (options["also"] ?? []) as readonly string[];
    return (payload) => {
      if (isPlainRead(payload, surroundings)) return undefined;
      if (answerTo !== undefined) return answerTo(payload, surroundings, also, services);
      return import("./judge.js").then((judge) => {
        answerTo = judge.answerTo;
        return answerTo(payload, surroundings, also, services);
      });
    };
  },
};

export default selfProtection;
