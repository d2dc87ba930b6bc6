/** What is wrong in `daemon.json`: the daemon goes on with the usual values, and says so only in its log. */
import { loadSettings } from "../../daemon/lifecycle/settings.js";
import type { Check } from "./check.js";

export const daemonSettings: Check = {
  name: "daemon's settings",
  run: async ({ call }) => [...(await loadSettings(call.places)).findings],
};
