/**
 * Our plugin for OpenCode and its forks: calls the launcher for each event and applies its answer. OpenCode waits
 * forever and treats an exception as a block; so every call has a time limit, and a tool call without an answer is
 * blocked.
 */

import { isRecord } from "../../../../core/text/json.js";
import { textOf } from "../../fields.js";
import { asker } from "./ask.js";
import { busEvents } from "./bus-events.js";
import { type BusEvent, type Fields, type HookInput, type Host, printAnswer, within } from "./host.js";
import { addToMessage, addToResult, readable, replaceArgs, replaceResult } from "./output.js";
import { type Session, settled, sharedState, take } from "./state.js";

/** A user who closes OpenCode does not wait long. */
const LEAVE_LIMIT_MS = 10_000;
const INFO_LIMIT_MS = 5_000;

/** `agent`: the one that loads it. */
export const pluginFor = (agent: string) => async (host: Host) => {
  const { client, directory } = host;
  const shared = sharedState();
  const asking = asker(agent, shared, host);
  const { mode, say, ask, answerTo, refuse } = asking;
  let mcp: string[] = [];
  let closed = false;

  /** A session that was not created in this process is a resumed one. */
  async function sessionOf(id: string): Promise<Session> {
    const known = shared.sessions.get(id);
    if (known !== undefined) return known;
    const info = (await within(INFO_LIMIT_MS, client.session.get({ path: { id } })))?.data;
    const parent = isRecord(info) ? textOf(info["parentID"]) : undefined;
    const session: Session = shared.sessions.get(id) ?? { id, directory, parent };
    shared.sessions.set(id, session);
    if (session.parent === undefined) {
      const event = { type: "session.created", properties: { sessionID: id } };
      session.start ??= answerTo("session.created", { event, resumed: true }).then(({ context }) => textOf(context));
    }
    return session;
  }

  const onBusEvent = busEvents({ host, shared, asking, isClosed: () => closed });

  return {
    config: async (config: Fields) => {
      mcp = isRecord(config["mcp"]) ? Object.keys(config["mcp"]) : [];
    },

    "chat.message": async (input: HookInput, output: Fields) => {
      if (!take(shared, output)) return;
      const session = await sessionOf(input.sessionID);
      const { message, parts } = output;
      if (isRecord(message)) {
        session.agent = textOf(message["agent"]);
        session.model = message["model"];
      }
      session.brokenOff = false;
      if (Array.isArray(parts) && parts.some((part) => part?.metadata?.snaphook === true)) session.onContinue?.();
      else {
        session.continued = false;
        const atStart = await session.start;
        session.start = undefined;
        const { deny, context } = await answerTo("chat.message", { input, output: readable(output) }, session);
        refuse(deny);
        addToMessage(output, atStart);
        addToMessage(output, context);
      }
      session.prompted = true;
    },

    "command.execute.before": async (input: HookInput, output: Fields) => {
      if (!take(shared, output)) return;
      const session = await sessionOf(input.sessionID);
      const { deny, context } = await answerTo("command.execute.before", { input, output: readable(output) }, session);
      refuse(deny);
      if (typeof context === "string" && Array.isArray(output["parts"]))
        output["parts"].push({ type: "text", synthetic: true, text: context });
    },

    "tool.execute.before": async (input: HookInput, output: Fields) => {
      if (!take(shared, output)) return;
      const session = shared.sessions.get(input.sessionID);
      const asked = await ask("tool.execute.before", { input, output: { args: output["args"] }, mcp }, session);
      if ("failure" in asked) throw new Error(asked.failure);
      const { deny, args, context, message } = asked.answer;
      say(message);
      if (typeof deny === "string") throw new Error(deny);
      replaceArgs(output["args"], args);
      const { sessionID, tool, callID = "" } = input;
      shared.calls.set(callID, { sessionID, tool, callID, args: output["args"], context: textOf(context) });
    },

    "tool.execute.after": async (input: HookInput, output: Fields) => {
      if (!take(shared, output)) return;
      const before = shared.calls.get(input.callID ?? "")?.context;
      shared.calls.delete(input.callID ?? "");
      const payload = { input, output: readable(output), mcp };
      const answer = await answerTo("tool.execute.after", payload, shared.sessions.get(input.sessionID));
      replaceResult(output, answer["output"]);
      addToResult(output, before);
      addToResult(output, answer["context"]);
    },

    "experimental.session.compacting": async (input: HookInput, output: Fields) => {
      if (!take(shared, output)) return;
      const session = shared.sessions.get(input.sessionID);
      refuse((await answerTo("experimental.session.compacting", { input, output }, session))["deny"]);
    },

    "experimental.text.complete": async (input: HookInput, output: Fields) => {
      const session = shared.sessions.get(input.sessionID);
      const { text } = output;
      if (!take(shared, output) || session === undefined || typeof text !== "string") return;
      session.lastText = text;
      if (shared.leaving && session.parent === undefined) printAnswer(process.argv, input, text);
    },

    event: async ({ event }: { event: BusEvent }) => {
      if (!closed && isRecord(event.properties) && take(shared, event.properties)) await onBusEvent(event);
    },

    dispose: async () => {
      closed = true;
      shared.leaving = mode === "run";
      // `opencode run` exits at the end of its turn, and a hook may still make that turn continue.
      await settled(shared, mode === "run" ? undefined : LEAVE_LIMIT_MS);
      const open = [...shared.sessions.values()].filter((session) => session.directory === directory);
      for (const { id } of open) shared.sessions.delete(id);
      const mains = open.filter(({ parent }) => parent === undefined);
      await Promise.all(
        mains.map(({ id }) => answerTo("dispose", { input: { sessionID: id } }, undefined, LEAVE_LIMIT_MS)),
      );
    },
  };
};
