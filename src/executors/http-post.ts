/** One POST to an address that was checked before, with response limits. */
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Failure } from "../core/decision/failure.js";

export interface Post {
  readonly url: URL;
  /** Address of the connection; the name is not resolved again. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bodyLimit: number;
  readonly signal: AbortSignal;
}

export type HttpAnswer =
  | { status: number; location?: string; retryAfter?: string; text: string }
  | { failure: Failure /** No connection was made, so the server got nothing. */; isUnsent?: true };

const UNTRUSTED = /CERT|SIGNATURE/;
const HEADER_LIMIT = 16_384;

/** Never rejects. */
export function post(wanted: Post): Promise<HttpAnswer> {
  const { url, body, bodyLimit } = wanted;
  return new Promise((done) => {
    let isConnected = false;
    const failure = (cause: Failure["cause"], message: string) =>
      done({ failure: { cause, message }, ...(isConnected ? {} : { isUnsent: true }) });
    const request = open(wanted);
    if (request instanceof Error) return failure("broken", `the request could not be sent (${request.message})`);
    request.once("socket", (socket) =>
      socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
        isConnected = true;
      }),
    );
    request.once("error", ({ code, message }: NodeJS.ErrnoException) => {
      const isUntrusted = !isConnected && UNTRUSTED.test(code ?? "");
      const what = isUntrusted ? `the certificate of ${url.host} is not trusted` : `${url.host} did not answer`;
      failure("http-unreachable", `${what} (${code ?? message})`);
    });
    request.once("close", () => failure("http-unreachable", `${url.host} did not answer`));
    request.once("response", (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > bodyLimit) {
          failure("output-limit", `the server sent more than ${bodyLimit} bytes`);
          request.destroy();
        }
      });
      response.once("error", (error) =>
        failure("http-unreachable", `the response of ${url.host} was interrupted (${error.message})`),
      );
      response.once("end", () => {
        const { location, "retry-after": retryAfter } = response.headers;
        done({
          status: response.statusCode ?? 0,
          ...(location === undefined ? {} : { location }),
          ...(retryAfter === undefined ? {} : { retryAfter }),
          text: Buffer.concat(chunks).toString("utf8"),
        });
      });
    });
    request.end(body);
  });
}

/** The Host header and the certificate name are those of the URL. No agent, and so no proxy. */
function open({ url, addresses, headers, body, signal }: Post): http.ClientRequest | Error {
  try {
    return (url.protocol === "https:" ? https : http).request(url, {
      method: "POST",
      signal,
      agent: false,
      lookup: pinned(addresses),
      maxHeaderSize: HEADER_LIMIT,
      headers: { "content-type": "application/json", ...headers, "content-length": Buffer.byteLength(body) },
    });
  } catch (error) {
    return error as Error; // an invalid header
  }
}

function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    if (options.all) done(null, found);
    else done(null, found[0]!.address, found[0]!.family);
  };
}
