/** Posts the event to a server and parses its answer like a command's stdout (HT-04). */

import type { Failure } from "../core/decision/failure.js";
import type { HookEvent } from "../core/events/payload.js";
import type { AdmittedHook } from "../core/hooks/admission.js";
import { NO_GRANTS, needsGrant, type Reach } from "../core/hooks/grants.js";
import type { HookContext, HttpRun } from "../core/hooks/hook.js";
import type { Executor, HookResult, Profiles } from "../core/ports.js";
import type { Environment } from "./environment.js";
import { askedFor } from "./environment.js";
import { post } from "./http-post.js";
import { findTarget, type Resolve, resolveBySystem } from "./http-target.js";

const BODY_LIMIT = 1_000_000;
const MAX_REDIRECTS = 5;

export interface HttpOptions {
  /** The user's grants (default: none). */
  readonly reach?: Reach | undefined;
  /** Resolves a name (default: the system resolver). */
  readonly resolve?: Resolve;
}

interface Surroundings {
  readonly profiles: Profiles;
  readonly environment: Environment;
  readonly reach: Reach;
  readonly resolve: Resolve;
}

export function httpExecutor(
  profiles: Profiles,
  environment: Environment,
  { reach = NO_GRANTS, resolve = resolveBySystem }: HttpOptions = {},
): Executor {
  return {
    type: "http",
    run: (hook, event, context) => call(hook, event, context, { profiles, environment, reach, resolve }),
    read: (raw) => raw as HookResult,
  };
}

async function call(
  hook: AdmittedHook,
  event: HookEvent,
  { signal }: HookContext,
  { profiles, environment, reach, resolve }: Surroundings,
): Promise<HookResult> {
  const profile = profiles[hook.dialect];
  if (profile === undefined) return fail("broken", `its dialect "${hook.dialect}" is unknown`);
  const run = hook.run as HttpRun;
  if (!URL.canParse(run.url)) return fail("broken", "its url is invalid");
  const onlyListed = needsGrant(hook.source.level);
  const caller = { written: run.url, onlyListed, allowHosts: reach.allowHosts };
  const body = profile.encode(event, hook).stdin;
  const bodyLimit = run.bodyLimit ?? BODY_LIMIT;
  let url = new URL(run.url);
  let headers = fillHeaders(hook, environment, reach);
  for (let redirects = 0; ; redirects++) {
    const target = await findTarget(url, caller, resolve, signal);
    if ("failure" in target) return { ok: false, failure: target.failure };
    const answer = await post({ url, addresses: target.addresses, headers, body, bodyLimit, signal });
    if ("failure" in answer) return { ok: false, failure: answer.failure };
    const { status, location, text } = answer;
    if (status >= 300 && status < 400 && location !== undefined) {
      if (!run.followRedirects || onlyListed || redirects >= MAX_REDIRECTS)
        return fail("http-redirect", `the server answered ${status} and redirects to ${location}`);
      if (!URL.canParse(location, url.href))
        return fail("http-redirect", `the server redirects to ${location}, which is not a valid URL`);
      const next = new URL(location, url);
      // Headers contain credentials for their own server only.
      if (next.origin !== url.origin) headers = {};
      url = next;
      continue;
    }
    if (status < 200 || status > 299) return fail("http-status", `the server answered ${status}`);
    return profile.interpret({ exitCode: 0, signal: null, stdout: text, stderr: "" }, event, hook);
  }
}

/** A hook may not set headers that define the request: another Host would be another server. */
const NOT_THEIRS = /^(host|content-length|transfer-encoding|connection|upgrade|expect|te|trailer|proxy-.*)$/i;

/** `${NAME}` in a header is replaced only for names that the hook lists and may get; others become empty. */
function fillHeaders(hook: AdmittedHook, environment: Environment, reach: Reach): Record<string, string> {
  const { headers = {} } = hook.run as HttpRun;
  const { names } = askedFor(hook, hook.source, reach);
  const fill = (text: string) =>
    text.replace(/\$\{?(\w+)\}?/g, (_, name: string) => (names.has(name) ? (environment[name] ?? "") : ""));
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !NOT_THEIRS.test(name))
      .map(([name, value]) => [name, fill(value)]),
  );
}

function fail(cause: Failure["cause"], message: string): HookResult {
  return { ok: false, failure: { cause, message } };
}
