/**
 * Decides whether to accept a client's call, and answers it with the same runtime, plan and state as without a daemon.
 */
import { isAbsolute } from "node:path";
import { ADAPTERS } from "../../adapters/_registry.js";
import { placeOf } from "../../client/protocol.js";
import { NO_DECISION } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import { isNewer } from "../../core/text/compare-versions.js";
import { lookUp } from "../../core/text/json.js";
import { decideOrFail } from "../../runtime/call/handle-call.js";
import { prepare } from "../../runtime/call/prepare.js";
import { parsePayload, senderOf } from "../../runtime/call/read-call.js";
import type { AgentCall, CallHost, Decided } from "../../runtime/call/types.js";
import { PROTOCOL } from "../../runtime/platform/daemon-paths.js";
import { type AppPaths, findPlaces } from "../../runtime/platform/paths.js";
import { launcherPath } from "../../runtime/wiring/command-line.js";
import { installedVersion } from "../../runtime/wiring/daemon-client.js";
import { crashAnswer } from "./crash-answer.js";
import type { AcceptCall, ClientCall } from "./hook-connection.js";
import { mayRelease, type ReleasedCalls } from "./release.js";
import { requestedByModels, requestedByServers, requestedEnv } from "./requested-env.js";

export interface AcceptOptions {
  readonly places: AppPaths;
  readonly version: string;
  readonly program: string;
  /** A newer program is installed: finish current calls and exit. */
  onNewerClient(): void;
  /** A call could not be prepared. */
  onBroken(error: Error): void;
  /** What the daemon adds to a call: held questions, processes for functions, the store. */
  hostFor(call: AgentCall, client: ClientCall): CallHost;
  /** Called after the answer was sent. Never rejects. */
  onAnswered(decided: Decided): Promise<void>;
  readonly released: ReleasedCalls;
  /** The answer may contain something from memory. */
  memoryAnswers(event: HookEvent): boolean;
}

export function acceptCalls(options: AcceptOptions): AcceptCall {
  return async (client) => {
    const refused = refusal(client, options);
    if (refused !== undefined) return { declined: refused };
    const payload = parsePayload(client.payload);
    const sender = senderOf(client.agent, payload, client.environment);
    const { signal, release } = options.released.signalFor(client.onGone);
    const started: AgentCall = {
      adapter: ADAPTERS[sender.adapter]!,
      event: client.event,
      payload,
      ...(sender.origin === undefined ? {} : { origin: sender.origin }),
      cwd: client.cwd,
      environment: client.environment,
      places: options.places,
      program: options.program,
      signal,
      receivedAt: Date.now(),
      ...(client.holdMs === undefined ? {} : { holdMs: client.holdMs }),
      ...(client.pid === undefined ? {} : { clientPid: client.pid }),
      way: "daemon",
    };
    const call: AgentCall = Object.assign(started, { host: options.hostFor(started, client) });
    // No hook has run yet: a separate program may succeed, and reports it if it does not.
    const prepared = await prepare(call).catch((error: Error) => error);
    if (prepared instanceof Error) {
      options.onBroken(prepared);
      return { declined: `it could not be prepared: ${prepared.message}` };
    }
    const byModels = await requestedByModels(prepared, client.environment);
    const byServers = await requestedByServers(prepared, client.environment);
    const wanted = [...new Set([...requestedEnv(prepared, client.environment), ...byModels, ...byServers])];
    const more = wanted.length === 0 ? {} : await client.moreVariables(wanted);
    if (more === undefined) return { declined: "the variables that a hook requested did not arrive" };
    const decideNow = () =>
      decideOrFail(wanted.length === 0 ? prepared : { ...prepared, environment: { ...more, ...prepared.environment } });
    const deadlineMs = prepared.leftMs();
    if (
      payload !== undefined &&
      !options.released.isFull &&
      mayRelease(prepared, options.memoryAnswers(prepared.event))
    ) {
      const released = call.adapter.encode(NO_DECISION, prepared.event);
      return {
        deadlineMs,
        fallback: released,
        released,
        async answer() {
          release(async () => options.onAnswered(await decideNow()));
          return released;
        },
      };
    }
    return {
      deadlineMs,
      fallback: crashAnswer(prepared),
      answer: () =>
        decideNow().then((decided) => {
          setImmediate(() => void options.onAnswered(decided)); // the answer goes first
          return decided.answer;
        }),
    };
  };
}

function refusal(client: ClientCall, { places, version, onNewerClient }: AcceptOptions): string | undefined {
  if (client.protocol !== PROTOCOL) return "it uses another protocol";
  if (isNewer(client.version, version)) {
    // A client may claim any version; the installed one decides.
    if (client.version === installedVersion(launcherPath(places.data))) onNewerClient();
    return "it is newer than the daemon";
  }
  if (lookUp(ADAPTERS, client.agent) === undefined) return "unknown agent";
  if (!isAbsolute(client.cwd)) return "its working directory is not absolute";
  // A container may share our home and have another directory under the same name.
  if (placeOf(client.cwd) !== client.place) return "its working directory is a different one here";
  return samePlaces(findPlaces(client.environment), places) ? undefined : "it has another home directory";
}

function samePlaces(one: AppPaths, other: AppPaths): boolean {
  return (Object.keys(other) as (keyof AppPaths)[]).every((name) => one[name] === other[name]);
}
