/** What a route is: data that the server acts on and the OpenAPI file is made of, and one function. */
import type { ServerResponse } from "node:http";
import type { z } from "zod";
import type { DaemonServices } from "../api.js";
import type { Refusal } from "./errors.js";

/** `hooks` may post events and nothing else, `control` may do everything. */
export type TokenKind = "hooks" | "control";

export interface RouteCall<Params = unknown, Body = unknown> {
  readonly services: DaemonServices;
  /** Path and query parameters, checked. */
  readonly params: Params;
  /** The parsed body, checked; lines of NDJSON come as a list. Undefined for other content types. */
  readonly body: Body;
  /** The body as it came. */
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly accept: string;
  /** The project this address was opened for (OAK's fixed port); undefined for the daemon's own. */
  readonly project?: string;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  readonly heartbeatMs: number;
}

/** JSON, or something that writes for as long as it likes; the latter gets the response with nothing sent yet. */
export type Reply<Answer = object> =
  | { readonly json: Answer }
  | { readonly stream: (response: ServerResponse) => void };

interface RouteOf<Params extends z.ZodObject, Body extends z.ZodType, Answer extends z.ZodType> {
  readonly method: "GET" | "POST";
  /** `/v1/sessions/{id}`: a name in braces is one segment. */
  readonly path: string;
  readonly token: TokenKind;
  readonly summary: string;
  /** Content types of the body. Absent = takes none. */
  readonly accepts?: readonly string[];
  /** Those that the path names, and those of the query. */
  readonly params?: Params;
  readonly body?: Body;
  /** IN-14: a body that is no JSON object counts as an empty one, and is not checked. */
  readonly lenient?: true;
  /** Of the answer; of each line where `streams` names the content types. */
  readonly reply: Answer;
  readonly streams?: readonly string[];
  handle(call: RouteCall<z.output<Params>, z.output<Body>>): Promise<Reply<z.output<Answer>> | Refusal>;
}

export type Route = Omit<RouteOf<z.ZodObject, z.ZodType, z.ZodType>, "handle"> & {
  handle(call: RouteCall): Promise<Reply | Refusal>;
};

/** A route whose function is given what its schemas say, and has to answer what they say. */
export function route<Answer extends z.ZodType, Params extends z.ZodObject, Body extends z.ZodType>(
  made: RouteOf<Params, Body, Answer>,
): Route {
  return made as Route;
}

export const JSON_ONLY: readonly string[] = ["application/json"];
