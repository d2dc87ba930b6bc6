/** Counts turns and changed files per conversation (BI-O3). */
import { unlinkSync } from "node:fs";
import { join } from "node:path";
import type { Builtin, Services } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { isRecord } from "../core/text/json.js";
import { ensurePrivateFolder, writePrivateFile } from "../disk/files.js";
import { fileOf, hasFailed } from "./_shared/calls/tool-call.js";
import { changeConversation, conversationOf, forgetConversation } from "./_shared/text/conversation.js";

const OPTIONS = {
  every: { type: "number", default: 5, help: "Number of turns between writes" },
  conversations: {
    type: "number",
    default: 100,
    help: "Maximum number of conversations kept; the oldest are removed first",
  },
} satisfies BuiltinOptions;

const activityCounter: Builtin = {
  name: "activity-counter",
  summary: "Counts turns and changed files of a conversation, and saves them every fifth turn.",
  from: "orion",
  example: { builtin: "activity-counter", options: { every: 10 } },
  events: ["Stop", "PostToolUse"],
  match: {},
  matchOn: {
    PostToolUse: { subject: { kind: "literals", exact: ["Write", "Edit", "MultiEdit", "NotebookEdit"] } },
  },
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { every = OPTIONS.every.default, conversations = OPTIONS.conversations.default }, services) {
    const folder = join(surroundings.cache, "session-activity");
    return async (payload) => {
      const id = conversationOf(payload);
      if (payload.hook_event_name === "PostToolUse") {
        const file = hasFailed(payload) ? undefined : fileOf(payload, surroundings);
        if (file !== undefined) await changeConversation(services, id, ({ files }) => ({ files: [...files, file] }));
        return;
      }
      const { turns, files } = await changeConversation(services, id, (old) => ({ turns: old.turns + 1 }));
      for (const gone of await evicted(id, Number(conversations), services)) {
        await forgetConversation(services, gone);
        removeQuietly(join(folder, `${gone}.json`));
      }
      if (turns % Math.max(1, Number(every)) !== 0) return;
      ensurePrivateFolder(folder);
      const facts = { turns, filesModified: files.length, ts: new Date(services.now()).toISOString() };
      writePrivateFile(join(folder, `${id}.json`), JSON.stringify(facts));
    };
  },
};

/** The conversations that were inactive longest, beyond the maximum. */
async function evicted(id: string, most: number, { state, now }: Services): Promise<readonly string[]> {
  let gone: readonly string[] = [];
  await state.update("activity-counter", (old) => {
    const others = Object.entries(isRecord(old) ? old : {}).filter(([name]) => name !== id);
    const all = [...others.sort(([, one], [, other]) => Number(one) - Number(other)), [id, now()] as const];
    gone = all.slice(0, Math.max(0, all.length - most)).map(([name]) => name);
    return Object.fromEntries(all.slice(-most));
  });
  return gone;
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // not written yet, or removed by another process
  }
}

export default activityCounter;
