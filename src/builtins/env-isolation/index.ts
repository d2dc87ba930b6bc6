/** Removes variables meant only for the agent from the commands it runs (SE-04). Has no other effect. */

import { rewrite } from "../../core/decision/decision.js";
import type { BasePayload } from "../../core/events/payload.js";
import type { Builtin } from "../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../core/hooks/builtin-options.js";
import { isRecord } from "../../core/text/json.js";
import { OWN_VARIABLES } from "./_variables.js";
import { withoutVariables } from "./without-variables.js";

const NAME = /^[A-Za-z_]\w*$/;
/** Input for an open shell may be something other than a command: an answer, a password. */
const TYPED = new Set(["write_bash", "write_powershell", "send_to_terminal", "interactive_terminal"]);

const OPTIONS = {
  also: { type: "texts", default: [], help: "Additional variables to remove" },
  keep: { type: "texts", default: [], help: "Listed variables to keep" },
} satisfies BuiltinOptions;

const envIsolation: Builtin = {
  name: "env-isolation",
  summary: "Removes variables meant only for the agent or for hooks from every shell command. Never allows a call.",
  example: {
    event: "PreToolUse",
    builtin: "env-isolation",
    options: { also: ["NPM_TOKEN"], keep: ["OPENAI_BASE_URL"] },
  },
  from: "orion",
  events: ["PreToolUse"],
  match: { subject: { kind: "literals", exact: ["Bash", "PowerShell"] } },
  guard: false,
  rewrites: "optional",
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS, (given) =>
    (Object.values(given) as string[][]).flat().every((name) => NAME.test(name))
      ? undefined
      : "`also` and `keep` must be lists of variable names",
  ),
  make(_surroundings, { also = [], keep = [] }) {
    const kept = new Set(keep as readonly string[]);
    const names = [...new Set([...OWN_VARIABLES, ...(also as readonly string[])])].filter((name) => !kept.has(name));
    return (payload: BasePayload) => {
      const { tool_input: input, native_tool_name: native, tool_name: tool } = payload;
      if (!isRecord(input) || TYPED.has(String(native))) return undefined;
      const { command } = input;
      if (typeof command !== "string" || command.trim() === "" || names.length === 0) return undefined;
      const shell = /powershell|pwsh/i.test(`${String(tool)} ${String(native)}`) ? "powershell" : "posix";
      const isolated = withoutVariables(command, names, shell);
      return isolated === command ? undefined : rewrite({ ...input, command: isolated }, { optional: true });
    };
  },
};

export default envIsolation;
