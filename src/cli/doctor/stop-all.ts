import { finding } from "../../core/errors.js";
import { readStop } from "../../sources/discover/stop-file.js";
import { stopText } from "../output/off-text.js";
import type { Check } from "./check.js";

export const stopAll: Check = {
  name: "tool calls",
  passed: "`snaphook stop-all` is not in effect",
  run({ call }) {
    const stop = readStop(call.places);
    return stop === undefined ? [] : [finding("STOPPED_ALL", stopText(stop))];
  },
};
