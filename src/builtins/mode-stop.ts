/** Makes the agent continue while a mode that requires it is active (BI-O13). */
import type { Builtin } from "../core/hooks/builtin.js";
import { activeModes, checkModeOptions, MODE_OPTIONS, noRegistry, readModes } from "./_shared/state/modes.js";
import { goOn } from "./_shared/text/prompts.js";

const modeStop: Builtin = {
  name: "mode-stop",
  summary: "Makes the agent continue when it wants to stop while a mode of the registry is active.",
  kind: "prompt",
  from: "orion",
  example: { event: "Stop", builtin: "mode-stop", options: { registry: ".orion/modes.json" } },
  events: ["Stop"],
  match: {},
  guard: false,
  options: MODE_OPTIONS,
  checkOptions: checkModeOptions,
  make(surroundings, { registry }, services) {
    return async (payload) => {
      const modes = await readModes(registry, surroundings);
      if (modes === undefined) return noRegistry("mode-stop", registry);
      const unfinished = (await activeModes(modes, surroundings, services)).filter((mode) => mode.goOn !== "");
      if (unfinished.length === 0) return undefined;
      return goOn(payload, unfinished.map((mode) => `Mode ${mode.name} is on: ${mode.goOn}`).join("\n"));
    };
  },
};

export default modeStop;
