/** The part of an event and its context that is sent to Snaphook: everything but whole conversations and images. */

import { isRecord } from "../../core/text/json.js";
import { recordOf } from "../_shared/fields.js";
import { lastAssistantMessage } from "./messages.js";

export interface PiEvent {
  readonly type: string;
  [field: string]: unknown;
}

/** The part of Pi's context that we use; older versions lack some of it. */
export interface PiContext {
  readonly mode?: string;
  readonly hasUI?: boolean;
  readonly cwd?: string;
  readonly model?: { readonly provider?: string; readonly id?: string };
  readonly signal?: AbortSignal;
  readonly sessionManager: { getSessionId?(): string | undefined; getSessionFile?(): string | undefined };
  readonly ui?: {
    notify?(text: string, kind: "info" | "warning" | "error"): void;
    confirm?(title: string, text: string, options: { timeout: number; signal?: AbortSignal }): Promise<boolean>;
  };
  isProjectTrusted?(): boolean;
}

export function payloadOf(event: PiEvent, ctx: PiContext, continued: boolean): object {
  const sessionFile = ctx.sessionManager.getSessionFile?.();
  return {
    ...shortened(event),
    ctx: {
      mode: ctx.mode,
      hasUI: ctx.hasUI === true,
      cwd: ctx.cwd,
      // An unsaved session has no file.
      sessionId:
        ctx.sessionManager.getSessionId?.() ?? (sessionFile === undefined ? process.env["PI_SESSION_ID"] : undefined),
      sessionFile,
      trusted: ctx.isProjectTrusted?.(),
      model: ctx.model && { provider: ctx.model.provider, id: ctx.model.id },
      ...(event.type === "agent_before_settle" ? { continued } : {}),
    },
  };
}

function shortened(event: PiEvent): object {
  switch (event.type) {
    case "agent_before_settle": {
      const last = lastAssistantMessage(event["context"]);
      return { ...event, context: { contextMessages: last === undefined ? [] : [last] } };
    }
    case "session_before_compact": {
      const { preparation, branchEntries: _, signal: __, ...rest } = event;
      return {
        ...rest,
        preparation: { tokensBefore: recordOf(preparation)["tokensBefore"] },
      };
    }
    case "session_compact": {
      const { summary, tokensBefore } = recordOf(event["compactionEntry"]);
      return { ...event, compactionEntry: { summary, tokensBefore } };
    }
    case "model_select":
      return { ...event, model: nameOf(event["model"]), previousModel: nameOf(event["previousModel"]) };
    case "tool_result":
    case "input":
      return { ...event, content: withoutPictures(event["content"]), images: withoutPictures(event["images"]) };
    default:
      return event;
  }
}

function withoutPictures(blocks: unknown): unknown {
  if (!Array.isArray(blocks)) return blocks;
  return blocks.map((block) => (isRecord(block) && block["type"] === "image" ? { ...block, data: "" } : block));
}

function nameOf(model: unknown): object | undefined {
  return isRecord(model) ? { provider: model["provider"], id: model["id"] } : undefined;
}
