/** Asks the daemon about one call, for machines that have nothing faster than Node to do it with. */
import * as bridge from "../adapters/_shared/bridge/call-daemon.js";
import type { NativeAnswer } from "../adapters/contract.js";
import { SECRET_NAME } from "../core/hooks/grants.js";
import { PROTOCOL } from "../runtime/platform/daemon-paths.js";
import { packageVersion } from "../runtime/platform/paths.js";
import { sentVariables } from "../runtime/wiring/daemon-client.js";

type OwnCall = Omit<bridge.DaemonCall, "protocol" | "version" | "sent" | "secret">;

/** Undefined if the daemon did not take the call; no hook has run then. Never rejects. */
export function callDaemon(call: OwnCall): Promise<NativeAnswer | undefined> {
  const sent = new RegExp(sentVariables());
  return bridge.callDaemon({ ...call, protocol: PROTOCOL, version: packageVersion(), sent, secret: SECRET_NAME });
}
