/** How an agent can be made to send its own telemetry to the daemon: said, never done behind the person's back. */
import type { Adapter } from "../../adapters/contract.js";
import { loadSettings, settingsFile } from "../../daemon/lifecycle/settings.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import type { Call } from "../command.js";
import { wiringPlaces } from "./known-agents.js";

export interface TelemetryOffer {
  /** The agent's file… */
  readonly file: string;
  /** …and what may be added to it. */
  readonly section: string;
  readonly steps: readonly string[];
}

/** Shown in place of the token: what is printed may end up in a transcript. */
const TOKEN = "HOOKS_TOKEN";
const EXAMPLE_PORT = 4777;

export async function telemetryOffer({ telemetry }: Adapter, call: Call): Promise<TelemetryOffer | undefined> {
  if (telemetry === undefined) return undefined;
  const { settings } = await loadSettings(call.places);
  const port = settings.port || EXAMPLE_PORT;
  const fixed = settings.port !== 0 && settings.idleExitMinutes === 0;
  const wanted = `"port": ${port}, "idleExitMinutes": 0`;
  return {
    file: telemetry.file(wiringPlaces(call)),
    section: telemetry.section({ url: `http://127.0.0.1:${port}`, token: TOKEN }),
    steps: [
      ...(fixed
        ? []
        : [`Give the daemon a fixed port and let it stay: { ${wanted} } in ${settingsFile(call.places)}.`]),
      `Put the value of "hooks" in ${daemonPlace(call.places).tokens} in place of ${TOKEN}.`,
    ],
  };
}
