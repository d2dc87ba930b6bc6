/** OTLP over HTTP (AD-13): log records become events; spans and metrics are accepted and ignored. */

import { dropDuplicates } from "../../otlp-import/drop-duplicates.js";
import { PROTOBUF, takeOtlpLogs } from "../../otlp-import/intake.js";
import { refuse } from "../errors.js";
import { HEADERS } from "../respond.js";
import { JSON_ONLY, type Reply, type Route, type RouteCall, route } from "../route.js";
import { otlpReply } from "../schemas/calls.js";

const ACCEPTS = [...JSON_ONLY, PROTOBUF];

const logs = route({
  method: "POST",
  path: "/v1/logs",
  token: "hooks",
  summary: "Accepts log records by OTLP; those of Codex become events. Stored when it answers; no hook runs.",
  accepts: ACCEPTS,
  reply: otlpReply,
  async handle(call) {
    const taken = takeOtlpLogs(call, Date.now());
    if ("error" in taken) return refuse("BODY_INVALID", taken.error);
    try {
      const records = await dropDuplicates(taken.records, call.services.store);
      if (records.length > 0) await call.services.intake(records);
    } catch {
      return refuse("STORE_REFUSED", "the records could not be stored"); // the sender retries
    }
    return taking(call);
  },
});

const others = ["traces", "metrics"].map((kind) =>
  route({
    method: "POST",
    path: `/v1/${kind}`,
    token: "hooks",
    summary: `Accepts ${kind} by OTLP and ignores them, so that an agent can send them.`,
    accepts: ACCEPTS,
    reply: otlpReply,
    handle: async (call) => taking(call),
  }),
);

export const OTLP_ROUTES: readonly Route[] = [logs, ...others];

/** In the format of the request; without a field, this message has no bytes. */
function taking({ contentType }: Pick<RouteCall, "contentType">): Reply<Record<string, never>> {
  if (contentType !== PROTOBUF) return { json: {} };
  return {
    stream: (response) => {
      response.writeHead(200, { ...HEADERS, "content-type": PROTOBUF, "content-length": 0 }).end();
    },
  };
}
