import { pluginFor } from "../_shared/opencode/bridge/plugin.js";

/** OpenCode calls every export, so this is the only one. */
export const Snaphook = pluginFor("opencode");
