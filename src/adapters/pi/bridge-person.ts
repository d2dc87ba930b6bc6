/** How the person at Pi is asked and told: by Pi's own dialogs, where it has any. */
import type { PiContext } from "./bridge-payload.js";

const ASK_LIMIT_MS = 600_000;

/** No answer is a no. */
export async function agreed(ctx: PiContext, question: unknown): Promise<boolean> {
  if (ctx.hasUI !== true) return false;
  const options = { timeout: ASK_LIMIT_MS, signal: ctx.signal };
  return (await ctx.ui?.confirm?.("Snaphook", String(question), options)) === true;
}

export function tell(ctx: PiContext, message: unknown): void {
  if (typeof message !== "string") return;
  if (ctx.hasUI === true) ctx.ui?.notify?.(message, "warning");
  else process.stderr.write(`${message}\n`);
}
