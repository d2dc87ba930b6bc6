import { pluginFor } from "../_shared/opencode/bridge/plugin.js";

/** Kilo takes a plugin's file only with a name of its own. */
export default { id: "snaphook", server: pluginFor("kilo") };
