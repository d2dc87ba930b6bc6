import { isRecord } from "../../core/text/json.js";
import type { AgentDrive } from "../drive.js";

const drive: AgentDrive = {
  program: "codex",
  takes: [],
  totals: { costUsd: "unknown", tokens: "session" },
  args: ({ session, model, args }) => [
    "exec",
    ...(session === undefined ? [] : ["resume"]),
    "--json",
    "--skip-git-repo-check",
    ...(model === undefined ? [] : ["--model", model]),
    ...args,
    ...(session === undefined ? [] : [session]),
    "-",
  ],
  read(sofar, line) {
    const { item, usage, error } = line;
    switch (line["type"]) {
      case "thread.started":
        return typeof line["thread_id"] === "string" ? { ...sofar, session: line["thread_id"] } : sofar;
      case "item.completed":
        if (!isRecord(item) || item["type"] !== "agent_message" || typeof item["text"] !== "string") return sofar;
        return { ...sofar, text: item["text"], turns: (sofar.turns ?? 0) + 1 };
      case "turn.completed":
        return { ...sofar, ...(isRecord(usage) ? { tokens: tokensOf(usage) } : {}), over: true };
      case "turn.failed":
        return { ...sofar, failed: isRecord(error) ? String(error["message"]) : "the turn failed", over: true };
      default:
        return sofar;
    }
  },
  sessionGone: /no rollout found for thread id/,
};

/** Cached input is part of the input, reasoning of the output. */
function tokensOf({ input_tokens: sent, output_tokens: got }: Readonly<Record<string, unknown>>): number {
  return (typeof sent === "number" ? sent : 0) + (typeof got === "number" ? got : 0);
}

export default drive;
