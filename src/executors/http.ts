/** Posts the event to a server and reads its answer like a command's stdout (HT-04). */
import http from "node:http";
import https from "node:https";
import type { AdmittedHook } from "../core/admission.js";
import type { Failure } from "../core/failure.js";
import type { HookContext, HttpRun } from "../core/hook.js";
import type { HookEvent } from "../core/payload.js";
import type { Executor, HookResult, Profiles } from "../core/ports.js";
import type { Environment } from "./environment.js";

const BODY_LIMIT = 1_000_000;
const MAX_REDIRECTS = 5;

export function httpExecutor(profiles: Profiles, environment: Environment): Executor {
  return {
    type: "http",
    run: (hook, event, context) => call(hook, event, context, profiles, environment),
    read: (raw) => raw as HookResult,
  };
}

async function call(
  hook: AdmittedHook,
  event: HookEvent,
  context: HookContext,
  profiles: Profiles,
  environment: Environment,
): Promise<HookResult> {
  const profile = profiles[hook.dialect];
  if (profile === undefined) return fail("broken", `its dialect "${hook.dialect}" is not known`);
  const run = hook.run as HttpRun;
  const body = profile.encode(event, hook).stdin;
  let url = new URL(run.url);
  let headers = fillHeaders(run, environment);
  for (let redirects = 0; ; redirects++) {
    const answer = await post(url, run, body, context.signal, headers);
    if ("failure" in answer) return { ok: false, failure: answer.failure };
    const { status, location, text } = answer;
    if (status >= 300 && status < 400 && location !== undefined) {
      if (!run.followRedirects || redirects >= MAX_REDIRECTS)
        return fail("http-redirect", `the server answered ${status} and points to ${location}`);
      const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      if (target === undefined || !/^https?:$/.test(target.protocol))
        return fail("http-redirect", `the server points to ${location}, which is no http address`);
      // Headers hold credentials for the server they were written for, and for no other.
      if (target.origin !== url.origin) headers = {};
      url = target;
      continue;
    }
    if (status < 200 || status > 299) return fail("http-status", `the server answered ${status}`);
    return profile.interpret({ exitCode: 0, signal: null, stdout: text, stderr: "" }, event, hook);
  }
}

type HttpAnswer = { status: number; location?: string; text: string } | { failure: Failure };

function post(
  url: URL,
  run: HttpRun,
  body: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  return new Promise((done) => {
    const failure = (cause: Failure["cause"], message: string) => done({ failure: { cause, message } });
    const limit = run.bodyLimit ?? BODY_LIMIT;
    const request = (url.protocol === "https:" ? https : http).request(url, {
      method: "POST",
      signal,
      agent: false,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        ...headers,
      },
    });
    request.once("error", (error: NodeJS.ErrnoException) =>
      failure("http-unreachable", `${url.host} did not answer (${error.code ?? error.message})`),
    );
    request.once("response", (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > limit) {
          failure("output-limit", `the server sent more than ${limit} bytes`);
          request.destroy();
        }
      });
      response.once("error", (error) =>
        failure("http-unreachable", `the answer of ${url.host} broke off (${error.message})`),
      );
      response.once("end", () => {
        const location = response.headers.location;
        done({
          status: response.statusCode ?? 0,
          ...(location === undefined ? {} : { location }),
          text: Buffer.concat(chunks).toString("utf8"),
        });
      });
    });
    request.end(body);
  });
}

/** `${NAME}` in a header is filled only for names the hook lists; others become empty, never literal secrets. */
function fillHeaders(run: HttpRun, environment: Environment): Record<string, string> {
  const allowed = new Set(run.passEnv);
  const fill = (text: string) =>
    text.replace(/\$\{?(\w+)\}?/g, (_, name: string) => (allowed.has(name) ? (environment[name] ?? "") : ""));
  return Object.fromEntries(Object.entries(run.headers ?? {}).map(([name, value]) => [name, fill(value)]));
}

function fail(cause: Failure["cause"], message: string): HookResult {
  return { ok: false, failure: { cause, message } };
}
