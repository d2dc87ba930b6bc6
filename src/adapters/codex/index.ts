import { capabilityOf, whyUnsupported } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode, readPresence } from "./decode.js";
import { encode } from "./encode.js";
import { CODEX_EVENTS } from "./events.js";
import { wiring } from "./wiring.js";

/** It waits ten minutes, but at the end of a session or after an interrupt hardly at all. */
const TIMEOUTS_MS: Readonly<Record<string, number>> = { SessionEnd: 1_000, Interrupt: 1_000 };

const codex: Adapter = {
  name: "codex",
  title: "Codex CLI",
  versions: ["0.166.0"],
  timeoutMs: (event) => TIMEOUTS_MS[event] ?? 600_000,
  presence: readPresence,
  unsupported: (event) => whyUnsupported(CODEX_EVENTS, event, "Codex", "codex"),
  decode,
  capability: (event) => capabilityOf(CODEX_EVENTS, event),
  encode,
  neutral: { stdout: "", exitCode: 0 },
  wiring,
};

export default codex;
