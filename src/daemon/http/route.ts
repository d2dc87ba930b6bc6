/** What a route is: data that the server acts on and the OpenAPI file is made of, and one function. */
import type { ServerResponse } from "node:http";
import type { JsonObject } from "../../core/text/json.js";
import type { DaemonServices } from "../api.js";
import type { Refusal } from "./errors.js";
import type { Schema } from "./schema.js";

/** `hooks` may post events and nothing else, `control` may do everything. */
export type TokenKind = "hooks" | "control";

export interface Param {
  readonly in: "path" | "query";
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
}

export interface RouteCall {
  readonly services: DaemonServices;
  /** Path and query parameters, checked. */
  readonly params: Readonly<Record<string, string | number | undefined>>;
  /** The parsed body, checked; lines of NDJSON come as a list. Undefined for other content types. */
  readonly body: unknown;
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
export type Reply = { readonly json: JsonObject } | { readonly stream: (response: ServerResponse) => void };

export interface Route {
  readonly method: "GET" | "POST";
  /** `/v1/sessions/{id}`: a name in braces is one segment. */
  readonly path: string;
  readonly token: TokenKind;
  readonly summary: string;
  /** Content types of the body. Absent = takes none. */
  readonly accepts?: readonly string[];
  readonly params?: Readonly<Record<string, Param>>;
  readonly body?: Schema;
  /** IN-14: a body that is no JSON object counts as an empty one, and is not checked. */
  readonly lenient?: true;
  /** The shape of the answer; of each line where `streams` names the content types. */
  readonly reply: Schema;
  readonly streams?: readonly string[];
  handle(call: RouteCall): Promise<Reply | Refusal>;
}

export const JSON_ONLY: readonly string[] = ["application/json"];

export function textParam(call: RouteCall, name: string): string | undefined {
  const value = call.params[name];
  return value === undefined ? undefined : String(value);
}

export function numberParam(call: RouteCall, name: string): number | undefined {
  const value = call.params[name];
  return typeof value === "number" ? value : undefined;
}
