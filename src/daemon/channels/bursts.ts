/** Spreads the questions of a session that asks many at once: ten are sent in a minute, and one message announces the others. */
import type { OpenAsk } from "../../approvals/ports.js";

export const MOST_PER_MINUTE = 10;
const MINUTE = 60_000;

interface Session {
  /** When each of its newest questions is sent, by id, in this order. */
  readonly sent: ReadonlyMap<string, number>;
  readonly announcedAt: number;
}

export class Bursts {
  readonly #sessions = new Map<string, Session>();

  /** When this question may be sent. `isBurst`: the others have to be announced now. */
  delayFor({ id, agent, session }: OpenAsk, now: number): { readonly delayMs: number; readonly isBurst: boolean } {
    this.#forgetOld(now);
    const key = JSON.stringify([agent, session]);
    const { sent, announcedAt } = this.#sessions.get(key) ?? { sent: new Map(), announcedAt: Number.NEGATIVE_INFINITY };
    const known = sent.get(id);
    if (known !== undefined) return { delayMs: Math.max(0, known - now), isBurst: false };
    const tenthLast = [...sent.values()].at(-MOST_PER_MINUTE);
    const at = tenthLast === undefined ? now : Math.max(now, tenthLast + MINUTE);
    const isBurst = at > now && announcedAt + MINUTE <= now;
    this.#sessions.set(key, { sent: new Map([...sent, [id, at]]), announcedAt: isBurst ? now : announcedAt });
    return { delayMs: at - now, isBurst };
  }

  #forgetOld(now: number): void {
    for (const [key, { sent, announcedAt }] of this.#sessions) {
      const recent = [...sent].filter(([, at]) => at + MINUTE > now);
      if (recent.length === 0) this.#sessions.delete(key);
      else if (recent.length < sent.size) this.#sessions.set(key, { sent: new Map(recent), announcedAt });
    }
  }
}
