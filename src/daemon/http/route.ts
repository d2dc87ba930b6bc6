/** A route: data for the server and the OpenAPI file, and one function. */
import type { ServerResponse } from "node:http";
import type { z } from "zod";
import type { DaemonServices } from "../api.js";
import type { PageRights, PageSession } from "../local-page/local-page.js";
import type { Refusal } from "./errors.js";

/**
 * `hooks` may only post events, `control` may do everything, `ticket` may answer one question, `page` may use the routes
 * that name it, `code` opens the local page.
 */
export type TokenKind = "hooks" | "control" | "ticket" | "page" | "code";

export interface RouteCall<Params = unknown, Body = unknown> {
  readonly services: DaemonServices;
  /** Path and query parameters, checked. */
  readonly params: Params;
  /** The parsed and checked body; lines of NDJSON become a list. Undefined for other content types. */
  readonly body: Body;
  /** The raw body. */
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly accept: string;
  /** The project of this address (OAK's fixed port); undefined for the daemon's own. */
  readonly project?: string;
  /** What looks like a ticket and was sent instead of a token. Not checked. */
  readonly ticket?: string;
  /** The caller is the local page. */
  readonly page?: PageSession;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  readonly heartbeatMs: number;
}

/** JSON, or a function that writes a stream; it receives the response before anything was sent. */
export type Reply<Answer = object> =
  | { readonly json: Answer }
  | { readonly stream: (response: ServerResponse) => void };

interface RouteOf<Params extends z.ZodObject, Body extends z.ZodType, Answer extends z.ZodType> {
  readonly method: "GET" | "POST";
  /** `/v1/sessions/{id}`: a name in braces is one segment. */
  readonly path: string;
  readonly token: TokenKind;
  /** The local page may use it, with at least these rights. */
  readonly page?: PageRights;
  readonly summary: string;
  /** Content types of the body. Absent: no body. */
  readonly accepts?: readonly string[];
  /** Path and query parameters. */
  readonly params?: Params;
  readonly body?: Body;
  /** IN-14: a body that is not a JSON object counts as empty, and is not checked. */
  readonly lenient?: true;
  /** Schema of the response; of each line if `streams` names content types. */
  readonly reply: Answer;
  readonly streams?: readonly string[];
  handle(call: RouteCall<z.output<Params>, z.output<Body>>): Promise<Reply<z.output<Answer>> | Refusal>;
}

export type Route = Omit<RouteOf<z.ZodObject, z.ZodType, z.ZodType>, "handle"> & {
  handle(call: RouteCall): Promise<Reply | Refusal>;
};

/** A typed route: its function receives and returns what its schemas define. */
export function route<Answer extends z.ZodType, Params extends z.ZodObject, Body extends z.ZodType>(
  made: RouteOf<Params, Body, Answer>,
): Route {
  return made as Route;
}

export const JSON_ONLY: readonly string[] = ["application/json"];
