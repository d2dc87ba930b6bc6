/** `session new ID`: runs the hooks for a session that the user left; their text becomes one more turn of it. */
import { finding } from "../../core/errors.js";
import { runNewSessionHooks } from "../../runtime/threads/on-new.js";
import { type Call, MISUSE, OK, PROBLEMS } from "../command.js";
import { findSession } from "../input/find-session.js";
import { withStore } from "../input/read-store.js";
import { importWaiting } from "../input/waiting-events.js";
import { json, oneLine, refuse } from "../output/print.js";

export async function sessionNew(call: Call): Promise<number> {
  const [, start, ...more] = call.args;
  if (start === undefined || more.length > 0) {
    refuse(call, finding("USAGE", "give the id of the session that was left; `snaphook sessions` lists them"));
    return MISUSE;
  }
  if (call.environment["SNAPHOOK_INJECTED"] === "1") return OK;
  const old = await oldSession(call, start);
  if ("code" in old) {
    refuse(call, old);
    return old.code === "USAGE" ? MISUSE : PROBLEMS;
  }
  const { places: paths, environment, program } = call;
  const results = await runNewSessionHooks(old, { paths, environment, program, signal: new AbortController().signal });
  if (call.json) json(call, results ?? { running: true });
  else if (results === undefined) call.out("Another process runs these hooks now.");
  else if (results.length === 0) call.out("No hook of yours is on cortex:session.new. See docs/threads.md.");
  else
    for (const { hook, preview, problem } of results) {
      if (problem !== undefined) call.err(`${oneLine(hook)}: ${oneLine(problem)}`);
      else
        call.out(
          preview === undefined ? `${oneLine(hook)} asked for nothing.` : `${oneLine(hook)}: ${oneLine(preview)}`,
        );
    }
  return results?.some(({ problem }) => problem !== undefined) ? PROBLEMS : OK;
}

/** As the caller says, or as it is in the store. */
async function oldSession(call: Call, start: string) {
  const { agent, project } = call.flags;
  if (typeof agent === "string" && typeof project === "string") return { agent, session: start, cwd: project };
  await importWaiting(call);
  const found = await withStore(call, (store) => findSession(store, start));
  if (found === undefined) return finding("SESSION_NOT_FOUND", "no session was recorded yet");
  if ("problem" in found) return found.problem;
  const { id, agent: own, project: folder, title } = found.detail.session;
  return { agent: own, session: id, cwd: folder ?? call.cwd, ...(title === undefined ? {} : { title }) };
}
