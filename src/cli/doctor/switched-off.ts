import { finding } from "../../core/errors.js";
import { activeOff, offText } from "../output/off-text.js";
import type { Check } from "./check.js";

export const switchedOff: Check = {
  name: "hooks switched off for a while",
  passed: "no hook is paused",
  run: ({ call }) => activeOff(call).map((one) => finding("HOOKS_OFF", offText(one))),
};
