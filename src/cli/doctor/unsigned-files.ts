import { unsignedFindings } from "../human/unsigned-state.js";
import type { Check } from "./check.js";

export const unsignedFiles: Check = {
  name: "switches, exceptions, approvals and `away` that Snaphook did not write",
  passed: "no pause, exception or approval was edited outside Snaphook",
  run: ({ call }) => unsignedFindings(call.places),
};
