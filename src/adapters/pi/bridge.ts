/**
 * Our extension for Pi: calls the launcher for each event and applies its answer. Pi waits forever and treats an
 * exception in a tool call as a block; so every call has a time limit, and a tool call without an answer is blocked.
 */

import { apart } from "../../core/decision/fence.js";
import { isRecord } from "../../core/text/json.js";
import { type Asked, askSnaphook } from "../_shared/bridge/ask-snaphook.js";
import { textOf } from "../_shared/fields.js";
import { type PiContext, type PiEvent, payloadOf } from "./bridge-payload.js";
import { type PiSession, sessionFor } from "./bridge-session.js";

type Handler = (event: PiEvent, ctx: PiContext) => Promise<unknown>;
type Answer = Readonly<Record<string, unknown>>;

const ASK_LIMIT_MS = 1_800_000;
/** A short limit where nothing can be blocked. */
const LIMITS_MS: Readonly<Record<string, number>> = { session_shutdown: 10_000, before_provider_headers: 10_000 };

export default function snaphook(pi: { on(event: string, handler: Handler): unknown }): void {
  const copy = {};
  /** Context added before a tool, by call: sent to the model with the tool's result. */
  const beforeTools = new Map<string, string>();
  let withPrompt: string[] = [];
  let continued = false;
  let complained = false;

  async function ask(event: PiEvent, ctx: PiContext): Promise<Asked> {
    const asked = askSnaphook("pi", event.type, payloadOf(event, ctx, continued), LIMITS_MS[event.type]);
    return ctx.signal === undefined ? asked : unlessInterrupted(asked, ctx.signal);
  }

  /** If nothing has to be blocked: without an answer Pi continues, and the user learns why once. */
  async function answerOf(event: PiEvent, ctx: PiContext): Promise<Answer> {
    const asked = await ask(event, ctx);
    if ("failure" in asked) {
      if (ctx.signal?.aborted === true) return {};
      if (!complained) tell(ctx, asked.failure);
      complained = true;
      return {};
    }
    tell(ctx, asked.answer["message"]);
    return asked.answer;
  }

  const on = (event: string, handler: (event: PiEvent, ctx: PiContext, session: PiSession) => Promise<unknown>) =>
    pi.on(event, async (sent, ctx) => {
      const session = sessionFor(copy, sent, ctx);
      return session === undefined ? undefined : handler(sent, ctx, session);
    });

  on("session_start", async (event, ctx, session) => {
    const id = ctx.sessionManager.getSessionId?.() ?? "";
    if (event["reason"] === "reload" || session.answered === id) return; // the same session continues
    session.answered = id;
    const { plain, fenced } = apart(textOf((await answerOf(event, ctx))["context"]) ?? "");
    session.start = plain || undefined;
    session.fenced = fenced || undefined;
  });

  on("input", async (event, ctx) => {
    continued = false;
    const queued = event["streamingBehavior"] !== undefined;
    if (!queued) withPrompt = [];
    const answer = await answerOf(event, ctx);
    if (answer["action"] === "handled") return { action: "handled" };
    const context = textOf(answer["context"]);
    if (context === undefined) return;
    // A prompt queued into a run has no start of its own.
    if (queued) return { action: "transform", text: `${event["text"]}\n\n${context}` };
    withPrompt.push(context);
  });

  on("before_agent_start", async (event, _ctx, session) => {
    const { start, fenced } = session;
    const content = [...(fenced === undefined ? [] : [fenced]), ...withPrompt].join("\n\n");
    session.fenced = undefined;
    withPrompt = [];
    continued = false;
    if (start === undefined && content === "") return;
    return {
      ...(start === undefined ? {} : { systemPrompt: `${event["systemPrompt"]}\n\n${start}` }),
      ...(content === "" ? {} : { message: { customType: "snaphook", content, display: false } }),
    };
  });

  on("tool_call", async (event, ctx) => {
    const asked = await ask(event, ctx);
    if ("failure" in asked) return { block: true, reason: asked.failure };
    const { ask: question, input, context, message, block, reason, terminate } = asked.answer;
    tell(ctx, message);
    if (block === true) return { block, reason, ...(terminate === true ? { terminate } : {}) };
    if (question !== undefined && !(await agreed(ctx, question))) return { block: true, reason: question };
    if (isRecord(input)) replace(event["input"], input);
    if (typeof context === "string") beforeTools.set(String(event["toolCallId"]), context);
  });

  on("tool_result", async (event, ctx) => {
    const id = String(event["toolCallId"]);
    const before = beforeTools.get(id);
    beforeTools.delete(id);
    const { content, context } = await answerOf(event, ctx);
    const added = [before, context].filter((text) => typeof text === "string").map((text) => ({ type: "text", text }));
    if (content === undefined && added.length === 0) return;
    const replaced = Array.isArray(content);
    return {
      content: [...listOf(replaced ? content : event["content"]), ...added],
      // Pi drops it with its text, which is right if that text was replaced.
      ...(replaced ? {} : { structuredContent: event["structuredContent"] }),
    };
  });

  on("agent_before_settle", async (event, ctx) => {
    beforeTools.clear();
    if (event["outcome"] === "aborted") return; // the user stopped it
    const { entries, continue: goOn } = await answerOf(event, ctx);
    if (goOn !== true) return;
    continued = true;
    return { entries: [...listOf(event["entries"]), ...listOf(entries)], continue: true };
  });

  on("session_before_compact", async (event, ctx) => {
    if ((await answerOf(event, ctx))["cancel"] === true) return { cancel: true };
  });

  on("before_provider_headers", async (event, ctx) => {
    const { headers } = await answerOf(event, ctx);
    if (isRecord(headers) && isRecord(event["headers"])) Object.assign(event["headers"], headers);
  });

  for (const name of ["session_compact", "model_select"])
    on(name, async (event, ctx) => void (await answerOf(event, ctx)));

  on("session_shutdown", async (event, ctx) => {
    if (event["reason"] !== "reload") await answerOf(event, ctx);
  });
}

/** A user who interrupts Pi does not wait for hooks either. */
function unlessInterrupted(asked: Promise<Asked>, signal: AbortSignal): Promise<Asked> {
  return new Promise((done) => {
    const stop = () => done({ failure: "Interrupted while hooks were running." });
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    void asked.then(done).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Pi runs the tool with its own object. */
function replace(input: unknown, wanted: Record<string, unknown>): void {
  if (!isRecord(input)) return;
  for (const key of Object.keys(input)) delete input[key];
  Object.assign(input, wanted);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Asks with Pi's own dialog, if it has one. No answer is a denial. */
async function agreed(ctx: PiContext, question: unknown): Promise<boolean> {
  if (ctx.hasUI !== true) return false;
  const options = { timeout: ASK_LIMIT_MS, signal: ctx.signal };
  return (await ctx.ui?.confirm?.("Snaphook", String(question), options)) === true;
}

function tell(ctx: PiContext, message: unknown): void {
  if (typeof message !== "string") return;
  if (ctx.hasUI === true) ctx.ui?.notify?.(message, "warning");
  else process.stderr.write(`${message}\n`);
}
