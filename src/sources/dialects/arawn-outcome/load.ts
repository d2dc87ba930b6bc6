/** The same plugins as `arawn` with another answer format. Never discovered, only named. */
import type { DialectLoader } from "../../contract.js";
import { DEFAULT_TIMEOUT_MS } from "../arawn/hooks-file.js";
import { loadArawn } from "../arawn/load.js";

const arawnOutcome: DialectLoader = {
  name: "arawn-outcome",
  summary: 'Arawn\'s plugins whose hooks answer {"outcome": …}',
  usualTimeoutsMs: [DEFAULT_TIMEOUT_MS],
  locations: () => [],
  detect: () => false,
  load: (file, tools) => loadArawn("arawn-outcome", file, tools),
};

export default arawnOutcome;
