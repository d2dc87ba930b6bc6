/** Why a question has no answer, for who asked it. Silence is named as such: it is no rejection. */
export function whyNoAnswer(because: unknown, waitedMs?: unknown): string {
  if (because === "unattended") return "no user can be asked now; keep `snaphook up` open in a terminal";
  if (because === "stopped") return "the daemon was stopped or restarted";
  return typeof waitedMs === "number" ? `no answer within ${waitedText(waitedMs)}` : "no answer in time";
}

export function waitedText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes > 0 ? `${minutes} min` : `${Math.max(1, Math.round(ms / 1_000))} s`;
}
