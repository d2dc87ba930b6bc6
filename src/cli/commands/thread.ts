import { finding } from "../../core/errors.js";
import { type Call, type Command, MISUSE } from "../command.js";
import { oneLine, refuse } from "../output/print.js";

type Verb = (call: Call, args: readonly string[]) => Promise<number>;

/** Everything else of it is loaded only then. */
const VERBS: Readonly<Record<string, Verb>> = {
  run: async (call, args) => (await import("../threads/run.js")).run(call, args),
  list: async (call, args) => (await import("../threads/show.js")).list(call, args),
  show: async (call, args) => (await import("../threads/show.js")).show(call, args),
  cancel: async (call, args) => (await import("../threads/end.js")).cancel(call, args),
  resume: async (call, args) => (await import("../threads/run.js")).resume(call, args),
  templates: async (call, args) => (await import("../threads/show.js")).templates(call, args),
  abort: async (call, args) => (await import("../threads/end.js")).abort(call, args),
};

const command: Command = {
  group: "Agents",
  summary: "Let agents work in turns on one task, as a template says.",
  usage:
    "run TEMPLATE MESSAGE [--profile NAME] [--extra-hooks FILE] [--task ID] | list | show ID | cancel ID | resume ID | templates [NAME] | abort REASON",
  example: 'snaphook thread run review "Add rate limiting"',
  arguments: [{ kind: Object.keys(VERBS) }, { kind: "text", many: true }],
  options: {
    profile: {
      type: "string",
      value: "NAME",
      help: "Profile of agents that name none (default: the default profile).",
    },
    "extra-hooks": { type: "string", value: "FILE", kind: "file", help: "Hooks for this thread alone." },
    task: { type: "string", value: "ID", help: "Task that the thread works on; its status is asked for at the end." },
    limit: { type: "string", value: "N", help: "Maximum results of `list` (default: 20)." },
  },
  exits: { 1: "the thread failed, was cancelled or reached a limit; nothing to cancel; or the template cannot run" },
  run(call) {
    const [name, ...args] = call.args;
    const verb = name !== undefined && Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
    if (verb !== undefined) return verb(call, args);
    const problem = name === undefined ? "give one of" : `unknown: "${oneLine(name)}"; it is one of`;
    refuse(call, finding("USAGE", `${problem} ${Object.keys(VERBS).join(", ")}`));
    return Promise.resolve(MISUSE);
  },
};

export default command;
