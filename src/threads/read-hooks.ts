/** Checks `hooks`, of a template or for one thread: `{ onEnd: { command, args, timeout } }`. */
import { isRecord, type JsonObject } from "../core/text/json.js";
import type { EntityCheck } from "./check.js";

const PHASES = ["onStart", "onTransition", "onEnd"];
const KEYS = ["type", "command", "args", "timeout"];

export function readHooks(check: EntityCheck): JsonObject {
  const { hooks } = check.value;
  if (hooks !== undefined && !isRecord(hooks)) check.report(["hooks"], "`hooks` must be an object of phases");
  for (const [phase, hook] of Object.entries(isRecord(hooks) ? hooks : {})) {
    const at = ["hooks", phase];
    if (!PHASES.includes(phase)) check.report(at, `"${phase}" must be one of ${PHASES.join(", ")}`);
    else if (!isRecord(hook)) check.report(at, `"${phase}" must be an object with \`command\``);
    else {
      check.keys(at, hook, KEYS);
      check.required([...at, "command"], hook["command"]);
      check.positive([...at, "timeout"], hook["timeout"], false);
      const { args = [], type = "command" } = hook;
      if (type !== "command") check.report([...at, "type"], `\`type\` must be "command", not ${JSON.stringify(type)}`);
      if (!Array.isArray(args) || args.some((one) => typeof one !== "string"))
        check.report([...at, "args"], "`args` must be a list of texts");
    }
  }
  return isRecord(hooks) ? hooks : {};
}
