/** Problems in `models.json`, and prompt hooks that no model answers. */
import { finding } from "../../core/errors.js";
import { admit } from "../../core/hooks/admission.js";
import { loadModelSettings } from "../../runtime/models/load-settings.js";
import type { Check } from "./check.js";

export const modelSettings: Check = {
  name: "models",
  async run(context) {
    const { path, file, findings } = await loadModelSettings(context.call.places);
    const { entries, settings } = await context.plan();
    const prompts = entries
      .filter((entry) => entry.hook.run.type === "prompt" && "admitted" in admit(entry))
      .map(({ hook }) => hook.id);
    if (settings["secondOpinion"] === true) prompts.push("secondOpinion");
    if (prompts.length === 0 || file.use.prompt !== undefined) return [...findings];
    const message = `${prompts.join(", ")}: no model is set`;
    return [...findings, finding("MODEL_UNSET", message, { file: path })];
  },
};
