/** Calls Snaphook, and shows its messages to the user. */
import { type Asked, askSnaphook } from "../../bridge/ask-snaphook.js";
import { type Fields, type Host, modeOf, tell } from "./host.js";
import { type Session, type Shared, track } from "./state.js";

export type Asker = ReturnType<typeof asker>;

export function asker(agent: string, shared: Shared, { client, directory, worktree }: Host) {
  const mode = modeOf(process.argv);
  let complained = false;

  const say = (text: unknown) => tell(mode, client, text);

  function ask(event: string, payload: Fields, session?: Session, limitMs?: number): Promise<Asked> {
    const { parent } = session ?? {};
    const known = { directory, worktree, mode, ...(parent === undefined ? {} : { parent, agent: session?.agent }) };
    return track(shared, askSnaphook(agent, event, { ...payload, ...known }, limitMs));
  }

  /** If nothing has to be blocked: without an answer OpenCode continues, and the user learns why once. */
  async function answerTo(event: string, payload: Fields, session?: Session, limitMs?: number) {
    const asked = await ask(event, payload, session, limitMs);
    if ("answer" in asked) {
      say(asked.answer["message"]);
      return asked.answer;
    }
    if (!complained) say(asked.failure);
    complained = true;
    return {} as Readonly<Fields>;
  }

  /** An exception blocks the action in OpenCode, but only its log says why. */
  function refuse(reason: unknown): void {
    if (typeof reason !== "string") return;
    say(reason);
    throw new Error(reason);
  }

  return { mode, say, ask, answerTo, refuse };
}
