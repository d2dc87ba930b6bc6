/** An agent must not change the guard that watches it, nor the files that decide which guards there are (T4). */
import type { Builtin } from "../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../core/hooks/builtin-options.js";
import { HARMLESS_TOOLS } from "../../effects/tools/harmless-tools.js";
import { isPlainRead } from "./plain-read.js";

const NAME = "self-protection";
const OPTIONS = {
  also: { type: "texts", default: [], help: "further files and folders to look after, relative to the project" },
} satisfies BuiltinOptions;

/** It brings the whole analysis with it: only calls that may do harm wait for it, and only the first of them. */
let answerTo: AnswerTo | undefined;
type AnswerTo = typeof import("./judge.js").answerTo;

const selfProtection: Builtin = {
  name: NAME,
  summary: "Asks before hooks, their scripts or an agent's hook config change. Keeps Snaphook's own files from calls.",
  example: { event: "PreToolUse", builtin: NAME, options: { also: ["policies", "~/bin/check.sh"] } },
  events: ["PreToolUse"],
  match: { except: [...HARMLESS_TOOLS, "Glob", "LS"] },
  guard: true,
  // What it denies is ours alone.
  exceptions: "asks",
  // It stands for everybody: where nobody can be asked, the agent's adapter makes a denial of it.
  onFailure: "ask",
  // Our own files are protected by their names.
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
