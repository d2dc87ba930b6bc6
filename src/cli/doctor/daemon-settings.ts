/** What is wrong in `daemon.json`: the daemon goes on with the usual values, and says so only in its log. */
import { loadSettings } from "../../daemon/lifecycle/settings.js";
import { passkeyFindings } from "../page/passkeys.js";
import type { Check } from "./check.js";

export const daemonSettings: Check = {
  name: "daemon's settings",
  run: async ({ call }) => {
    const { settings, findings } = await loadSettings(call.places);
    return [...findings, ...passkeyFindings(call.places, settings)];
  },
};
