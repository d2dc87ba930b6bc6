/** Sends one call to the daemon, for machines without a client faster than Node. */
import * as bridge from "../adapters/_shared/bridge/call-daemon.js";
import type { NativeAnswer } from "../adapters/contract.js";
import { SECRET_NAME } from "../core/hooks/grants.js";
import { PROTOCOL } from "../runtime/platform/daemon-paths.js";
import { packageVersion } from "../runtime/platform/paths.js";
import { sentVariables } from "../runtime/wiring/daemon-client.js";

type OwnCall = Omit<bridge.DaemonCall, "protocol" | "version" | "sent" | "secret">;

/** Undefined if the daemon did not accept the call; no hook has run then. Never rejects. */
export function callDaemon(call: OwnCall): Promise<NativeAnswer | undefined> {
  const sent = new RegExp(sentVariables());
  return bridge.callDaemon({ ...call, protocol: PROTOCOL, version: packageVersion(), sent, secret: SECRET_NAME });
}
