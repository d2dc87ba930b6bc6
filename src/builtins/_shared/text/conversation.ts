/** Conversation data that several built-ins share: turns, changed files, active project. */

import type { BasePayload } from "../../../core/events/payload.js";
import type { Services } from "../../../core/hooks/builtin.js";
import { isRecord } from "../../../core/text/json.js";
import { plainName } from "../calls/tool-call.js";

export interface Conversation {
  readonly turns: number;
  readonly files: readonly string[];
  /** A directory. */
  readonly project?: string;
}

const MOST_FILES = 200;

/** Valid as a file name. */
export function conversationOf(payload: BasePayload): string {
  return plainName(payload.conversation_id ?? payload.session_id);
}

export async function readConversation({ state }: Services, id: string): Promise<Conversation> {
  return asConversation(await state.read(keyOf(id)));
}

export async function changeConversation(
  { state }: Services,
  id: string,
  change: (old: Conversation) => Partial<Conversation>,
): Promise<Conversation> {
  const made = await state.update(keyOf(id), (value) => {
    const old = asConversation(value);
    return asConversation({ ...old, ...change(old) });
  });
  return asConversation(made);
}

export async function forgetConversation({ state }: Services, id: string): Promise<void> {
  await state.update(keyOf(id), () => undefined);
}

function keyOf(id: string): string {
  return `conversation:${id}`;
}

function asConversation(value: unknown): Conversation {
  const { turns, files, project } = isRecord(value) ? value : {};
  return {
    turns: typeof turns === "number" ? turns : 0,
    files: Array.isArray(files) ? [...new Set(files.map(String))].slice(-MOST_FILES) : [],
    ...(typeof project === "string" ? { project } : {}),
  };
}
