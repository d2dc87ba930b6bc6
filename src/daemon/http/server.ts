/**
 * The daemon's HTTP server, for a TCP port and a socket: its creator makes it listen. Order of checks: host, origin,
 * token, path, method, rights, parameters, content type, size and time, body.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { DaemonServices } from "../api.js";
import type { Tokens } from "../lifecycle/tokens.js";
import type { LocalPage } from "../local-page/local-page.js";
import { takeBody } from "./body.js";
import { Refusal, refuse } from "./errors.js";
import { routeFinder } from "./find-route.js";
import { admit, admitToPage, mayLoadFile } from "./gate.js";
import { armHead, disarmHead, refuseUnread, watchHeads } from "./heads.js";
import { readParams } from "./params.js";
import { respond } from "./respond.js";
import type { Reply } from "./route.js";
import { readTarget } from "./target.js";

export interface Limits {
  readonly bodyBytes: number;
  /** For the whole head, since the connection or the last response. */
  readonly headMs: number;
  readonly bodyMs: number;
  /** Heartbeat interval of a stream: readers drop silent connections. */
  readonly heartbeatMs: number;
}

export const LIMITS: Limits = { bodyBytes: 10 * 1024 * 1024, headMs: 10_000, bodyMs: 10_000, heartbeatMs: 10_000 };

export interface ApiOptions {
  readonly services: DaemonServices;
  readonly tokens: Tokens;
  /** Also accepts telemetry by OTLP. */
  readonly otlp?: boolean;
  /** Serves only Cortex's endpoints, with its header for the token. */
  readonly cortex?: true;
  /** The project of this address, for callers that cannot name theirs (OAK's fixed port). */
  readonly project?: string;
  /** Serves only the local page, and the routes it may use. */
  readonly page?: LocalPage;
  /** The host of `approvals.publicUrl`. */
  readonly publicHost?: string;
  readonly limits?: Partial<Limits>;
}

/** The only path for a ticket. */
const ANSWERS_PATH = "/v1/answers";

export function createApiServer(options: ApiOptions): Server {
  const limits = { ...LIMITS, ...options.limits };
  let finder: Promise<ReturnType<typeof routeFinder>> | undefined;
  const loadFinder = async () => {
    const { CORTEX_ROUTES, PAGE_ROUTES, ROUTES, OTLP_ROUTES } = await import("./routes.js");
    if (options.page) return routeFinder(PAGE_ROUTES);
    if (options.cortex) return routeFinder(CORTEX_ROUTES);
    return routeFinder(options.otlp ? [...ROUTES, ...OTLP_ROUTES] : ROUTES);
  };
  const server = createServer({
    insecureHTTPParser: false,
    requireHostHeader: false, // the gate reports it in our own format
    requestTimeout: limits.headMs + limits.bodyMs,
  });
  server.maxHeadersCount = 0; // Node would silently drop headers beyond a limit; their size is limited

  const serve = async (request: IncomingMessage, response: ServerResponse, wanted: () => void) => {
    disarmHead(request.socket);
    response.once("close", () => armHead(request.socket, limits.headMs));
    const gone = new AbortController();
    response.once("close", () => response.writableFinished || gone.abort());
    const headers: Record<string, string> = {};
    try {
      const result = pageFile(request) ?? (await answer(request, response, headers, gone.signal, wanted));
      if (result instanceof Refusal || "json" in result) respond(request, response, result, headers);
      else result.stream(response);
    } catch (error) {
      options.services.log("ERROR", `${request.method} ${pathOnly(request.url)}: ${String(error)}`);
      respond(request, response, refuse("INTERNAL", "internal error"));
      // The routes are loaded on first use; if their directory was removed, another daemon has to take over.
      if (/MODULE_NOT_FOUND$/.test((error as { code?: string }).code ?? ""))
        options.services.stop("its program was removed");
    }
  };

  const pageFile = (request: IncomingMessage): Reply | Refusal | undefined => {
    const file = request.method === "GET" ? options.page?.fileOf(request.url ?? "") : undefined;
    if (file === undefined) return undefined;
    const may = mayLoadFile(request, request.url?.endsWith("/") === true);
    if (may !== true) return may;
    const headers = { ...file.headers, "content-length": file.bytes.length };
    return { stream: (response) => void response.writeHead(200, headers).end(file.bytes) };
  };

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    headers: Record<string, string>,
    signal: AbortSignal,
    wanted: () => void,
  ): Promise<Reply | Refusal> => {
    const only = options.cortex && "x-cortex-token";
    const admitted = options.page
      ? admitToPage(request, options.page)
      : admit(request, options.tokens, { only, publicHost: options.publicHost });
    if (admitted instanceof Refusal) return admitted;
    const { grant, ticket, page } = admitted;
    if (page !== undefined) response.setHeader("x-snaphook-instance", options.page!.instance);
    // No other route is even looked up for a ticket.
    if (grant === "ticket" && (request.method !== "POST" || request.url !== ANSWERS_PATH))
      return refuse("TOKEN_REFUSED", "missing or invalid token");
    if (request.headers.upgrade !== undefined) return refuse("UPGRADE_REFUSED", "unsupported protocol");
    const target = readTarget(request.url ?? "");
    finder ??= loadFinder();
    const found = target && (await finder)(target.segments);
    if (target === undefined || found === undefined) return refuse("NOT_FOUND", "unknown route");
    const route = found.routes.find(({ method }) => method === request.method);
    if (route === undefined) {
      headers["allow"] = found.routes.map(({ method }) => method).join(", ");
      return refuse("METHOD_REFUSED", "method not allowed");
    }
    if (page?.rights === "view" && route.page === "answer")
      return refuse("PAGE_ONLY_VIEWS", "this page may only show things");
    if (page === undefined && route.token === "control" && grant !== "control")
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
      ...(ticket === undefined ? {} : { ticket }),
      ...(page === undefined ? {} : { page }),
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

/** A query may contain secrets that must not be logged. */
function pathOnly(url = ""): string {
  return url.split("?")[0]!.slice(0, 200);
}
