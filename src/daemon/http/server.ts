/**
 * The daemon's HTTP server, for a TCP port as well as for a socket: whoever made it lets it listen.
 * Order of checks: host, origin, token, path, method, rights, parameters, content type, size and time, body.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { DaemonServices } from "../api.js";
import type { Tokens } from "../lifecycle/tokens.js";
import { takeBody } from "./body.js";
import { Refusal, refuse } from "./errors.js";
import { routeFinder } from "./find-route.js";
import { admit } from "./gate.js";
import { armHead, disarmHead, refuseUnread, watchHeads } from "./heads.js";
import { readParams } from "./params.js";
import { respond } from "./respond.js";
import type { Reply } from "./route.js";
import { readTarget } from "./target.js";

export interface Limits {
  readonly bodyBytes: number;
  /** For the whole head, from the connection or the last answer on. */
  readonly headMs: number;
  readonly bodyMs: number;
  /** Between signs of life on a stream: readers give up on lines that stay silent. */
  readonly heartbeatMs: number;
}

export const LIMITS: Limits = { bodyBytes: 10 * 1024 * 1024, headMs: 10_000, bodyMs: 10_000, heartbeatMs: 10_000 };

export interface ApiOptions {
  readonly services: DaemonServices;
  readonly tokens: Tokens;
  /** Also takes telemetry by OTLP. */
  readonly otlp?: boolean;
  /** The project this address belongs to, for callers who cannot name theirs (OAK's fixed port). */
  readonly project?: string;
  readonly limits?: Partial<Limits>;
}

export function createApiServer(options: ApiOptions): Server {
  const limits = { ...LIMITS, ...options.limits };
  let finder: Promise<ReturnType<typeof routeFinder>> | undefined;
  const loadFinder = async () => {
    const { ROUTES, OTLP_ROUTES } = await import("./routes.js");
    return routeFinder(options.otlp ? [...ROUTES, ...OTLP_ROUTES] : ROUTES);
  };
  const server = createServer({
    insecureHTTPParser: false,
    requireHostHeader: false, // the gate tells it in our words
    requestTimeout: limits.headMs + limits.bodyMs,
  });
  server.maxHeadersCount = 0; // Node would leave out in silence what is beyond a limit; its size has one

  const serve = async (request: IncomingMessage, response: ServerResponse, wanted: () => void) => {
    disarmHead(request.socket);
    response.once("close", () => armHead(request.socket, limits.headMs));
    const gone = new AbortController();
    response.once("close", () => response.writableFinished || gone.abort());
    const headers: Record<string, string> = {};
    try {
      const result = await answer(request, headers, gone.signal, wanted);
      if (result instanceof Refusal || "json" in result) respond(request, response, result, headers);
      else result.stream(response);
    } catch (error) {
      options.services.log("ERROR", `${request.method} ${pathOnly(request.url)}: ${String(error)}`);
      respond(request, response, refuse("INTERNAL", "something went wrong in the daemon"));
      // The routes are loaded when they are first needed; when their folder has gone, another daemon has to do.
      if (/MODULE_NOT_FOUND$/.test((error as { code?: string }).code ?? ""))
        options.services.stop("its program has gone");
    }
  };

  const answer = async (
    request: IncomingMessage,
    headers: Record<string, string>,
    signal: AbortSignal,
    wanted: () => void,
  ): Promise<Reply | Refusal> => {
    const grant = admit(request, options.tokens);
    if (grant instanceof Refusal) return grant;
    if (request.headers.upgrade !== undefined) return refuse("UPGRADE_REFUSED", "no other protocol is spoken here");
    const target = readTarget(request.url ?? "");
    finder ??= loadFinder();
    const found = target && (await finder)(target.segments);
    if (target === undefined || found === undefined) return refuse("NOT_FOUND", "there is no such route");
    const route = found.routes.find(({ method }) => method === request.method);
    if (route === undefined) {
      headers["allow"] = found.routes.map(({ method }) => method).join(", ");
      return refuse("METHOD_REFUSED", "the route has another method");
    }
    if (route.token === "control" && grant !== "control")
      return refuse("TOKEN_INSUFFICIENT", "this token may only post events");
    const params = readParams(route, found.named, target.query);
    if (params instanceof Refusal) return params;
    const body = await takeBody(request, route, limits, wanted);
    if (body instanceof Refusal) return body;
    return route.handle({
      services: options.services,
      ...params,
      ...body,
      accept: request.headers.accept ?? "",
      ...(options.project === undefined ? {} : { project: options.project }),
      signal,
      heartbeatMs: limits.heartbeatMs,
    });
  };

  watchHeads(server, limits.headMs);
  server.on("request", (request, response) => void serve(request, response, () => {}));
  server.on("checkContinue", (request, response) => void serve(request, response, () => response.writeContinue()));
  server.on("checkExpectation", (request, response) => void serve(request, response, () => {}));
  server.on("clientError", refuseUnread);
  return server;
}

/** A query may hold what should not be in a log. */
function pathOnly(url = ""): string {
  return url.split("?")[0]!.slice(0, 200);
}
