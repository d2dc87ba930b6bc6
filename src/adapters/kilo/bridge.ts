import { pluginFor } from "../_shared/opencode/bridge/plugin.js";

/** Kilo accepts a plugin file only with its own name. */
export default { id: "snaphook", server: pluginFor("kilo") };
