/** One POST of JSON to a collector. Never rejects: an error is returned as text. */
import { type Agent, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";

export interface Target {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly agent: Agent;
}

/** Undefined on success. */
export function send({ url, headers, timeoutMs, agent }: Target, body: string): Promise<string | undefined> {
  return new Promise((done) => {
    try {
      const start = url.protocol === "https:" ? secureRequest : plainRequest;
      const signal = AbortSignal.timeout(timeoutMs); // for the whole request: a slow response counts as none
      const length = Buffer.byteLength(body);
      const request = start(url, {
        method: "POST",
        agent,
        signal,
        headers: { ...headers, "content-type": "application/json", "content-length": length },
      });
      request.on("error", ({ message }) => done(signal.aborted ? `no answer within ${timeoutMs} ms` : message));
      request.on("response", (response) => {
        response.on("error", ({ message }) => done(message));
        response.on("end", () => {
          const { statusCode = 0 } = response;
          done(statusCode >= 200 && statusCode < 300 ? undefined : `the collector answered ${statusCode}`);
        });
        response.resume();
      });
      request.end(body);
    } catch (error) {
      done(error instanceof Error ? error.message : String(error)); // an invalid header
    }
  });
}
