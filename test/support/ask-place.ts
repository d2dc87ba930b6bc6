/** A real daemon with a hook that asks, and the local page with its questions. */
import { expect } from "vitest";
import type { Page } from "./browser.js";
import { PagePlace, type PageTerminal } from "./page-place.js";
import { bash, says } from "./program.js";

/** A hook asks about `touch`. */
export class AskPlace extends PagePlace {
  static override async open(settings: object = {}): Promise<AskPlace> {
    const place = await AskPlace.stopped(settings);
    await place.up();
    return place;
  }

  /** Without a daemon. */
  static async stopped(settings: object = {}): Promise<AskPlace> {
    const place = new AskPlace();
    place.writeUser("daemon.json", { approvals: { desktop: false, ...settings } });
    place.writeUser("hooks.json", {
      hooks: { PreToolUse: [{ id: "sure", matcher: "Bash(touch*)", command: says("ask", "is it meant?") }] },
    });
    await place.wire();
    return place;
  }

  /** As Codex calls its hook, which cannot ask itself; what the agent is told when it is answered. */
  wants(command: string): Promise<string> {
    return this.launch("codex", "PreToolUse", this.payloadOf(command)).then(({ stdout }) => stdout);
  }

  payloadOf(command: string): object {
    const payload = { session_id: "s1", cwd: this.project, hook_event_name: "PreToolUse", permission_mode: "default" };
    return { ...payload, ...bash(command) };
  }
}

export const isDenied = (stdout: string) => stdout.includes('"deny"');

/** The screen of questions, in the browser of the person whose terminal opened it. */
export async function questions(
  place: PagePlace,
  args?: readonly string[],
): Promise<{ page: Page; terminal: PageTerminal; complaints: readonly string[] }> {
  const terminal = await place.pageTerminal(args);
  const { page, complaints } = await place.openFrom(terminal);
  await page.keyboard.press("2");
  await page.getByRole("heading", { name: "Questions" }).waitFor();
  await expect.poll(async () => (await place.status()).attended).toBe(true);
  return { page, terminal, complaints };
}
