/** Models reach servers by the executors' checked HTTP, and programs by their process groups. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Failure } from "../../core/decision/failure.js";
import { type Environment, passedEnvironment, withSafePath } from "../../executors/environment.js";
import { post } from "../../executors/http-post.js";
import { findTarget, resolveBySystem } from "../../executors/http-target.js";
import { LiveGroups, processFailure, runProcess } from "../../executors/process-group.js";
import type { ModelTransport, ProgramRequest } from "../../models/contract.js";

const BODY_LIMIT = 1_000_000;
const STDERR_TAIL = 2_000;

export interface TransportOptions {
  readonly environment: Environment;
  /** Project root: its programs are never started. */
  readonly root?: string | undefined;
  /** Hosts that the user allowed although they lead into a private network. */
  readonly allowHosts: readonly string[];
}

export function modelTransport(options: TransportOptions): ModelTransport {
  const live = new LiveGroups();
  return {
    async post({ url: written, headers, body, signal }) {
      const url = new URL(written);
      const caller = { written, onlyListed: false, allowHosts: options.allowHosts };
      const target = await findTarget(url, caller, resolveBySystem, signal);
      if ("failure" in target) return { failure: target.failure, isUnsent: true };
      return post({ url, addresses: target.addresses, headers, body, bodyLimit: BODY_LIMIT, signal });
    },
    async run(request) {
      let folder: string;
      try {
        folder = mkdtempSync(join(tmpdir(), "snaphook-model-"));
      } catch (error) {
        return failed("spawn-error", `no temporary directory (${(error as NodeJS.ErrnoException).code})`);
      }
      try {
        return await runIn(folder, request, options, live);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

async function runIn(
  folder: string,
  request: ProgramRequest,
  { environment, root }: TransportOptions,
  live: LiveGroups,
) {
  const { program, stdin, passEnv, files = {}, reads, signal } = request;
  const args = request.args.map((arg) => (Object.hasOwn(files, arg) || arg === reads ? join(folder, arg) : arg));
  const cwd = request.folder ?? folder;
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  const safe = withSafePath(environment, root);
  const named = passEnv.flatMap((name) => (safe[name] === undefined ? [] : [[name, safe[name]] as const]));
  // Its own hook calls, if any, are not recorded, and do not go on endlessly.
  const SNAPHOOK_DEPTH = String((Number(environment["SNAPHOOK_DEPTH"]) || 0) + 1);
  const ours = { SNAPHOOK_PRIVATE: "1", SNAPHOOK_DEPTH, PWD: cwd };
  const env = { ...passedEnvironment(safe), ...Object.fromEntries(named), ...ours };
  const process = { cwd, env, stdin, stdoutLimit: BODY_LIMIT, stderrTail: STDERR_TAIL, signal };
  const end = await runProcess({ file: program, args }, process, live);
  const command = { type: "command", command: program, exec: true } as const;
  const failure = processFailure(end, command, { cwd, stdoutLimit: BODY_LIMIT });
  if (failure !== undefined || end.kind !== "exit")
    return { failure: failure ?? failed("spawn-error", end.kind).failure };
  const { code: exitCode, stdout, stderr } = end;
  return { exitCode, stdout, stderr, file: reads === undefined ? undefined : contentOf(join(folder, reads)) };
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").slice(0, BODY_LIMIT);
  } catch {
    return undefined; // it wrote none
  }
}

function failed(cause: Failure["cause"], message: string): { readonly failure: Failure } {
  return { failure: { cause, message } };
}
