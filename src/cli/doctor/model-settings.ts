/** Problems in `models.json`, and prompt or agent hooks that no model answers. */
import { finding } from "../../core/errors.js";
import { admit } from "../../core/hooks/admission.js";
import { loadModelSettings } from "../../runtime/models/load-settings.js";
import type { Check } from "./check.js";

export const modelSettings: Check = {
  name: "models",
  async run(context) {
    const { path, file, findings } = await loadModelSettings(context.call.places);
    const { entries, settings } = await context.plan();
    const idsOf = (type: string) =>
      entries.filter((entry) => entry.hook.run.type === type && "admitted" in admit(entry)).map(({ hook }) => hook.id);
    const without = [
      ...(file.use.prompt === undefined ? idsOf("prompt") : []),
      ...(file.use.agent === undefined ? idsOf("agent") : []),
      ...(file.use.prompt === undefined && settings["secondOpinion"] === true ? ["secondOpinion"] : []),
    ];
    if (without.length === 0) return [...findings];
    const message = `${without.join(", ")}: no model is set`;
    return [...findings, finding("MODEL_UNSET", message, { file: path })];
  },
};
