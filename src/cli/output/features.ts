/** FL-07: what became of each feature that a command sets up or removes. A failure is a result; the others go on. */
import type { Finding } from "../../core/errors.js";
import type { Call } from "../command.js";
import { oneLine, paint } from "./print.js";
import { table } from "./table.js";

export interface FeatureResult {
  readonly state: "ok" | "error" | "skipped";
  /** Why, unless it is `ok`. */
  readonly message?: string;
  /** What the user can do about it. */
  readonly next?: string;
}

export type Features = Readonly<Record<string, FeatureResult>>;

export class FeatureReport {
  readonly #results: Record<string, FeatureResult> = {};

  get results(): Features {
    return this.#results;
  }

  get hasFailed(): boolean {
    return Object.values(this.#results).some(({ state }) => state === "error");
  }

  /** The first failure of a feature counts. */
  note(feature: string, state: FeatureResult["state"], message?: string, next?: string): void {
    if (this.#results[feature]?.state === "error") return;
    this.#results[feature] = {
      state,
      ...(message === undefined ? {} : { message: oneLine(message) }),
      ...(next === undefined ? {} : { next }),
    };
  }

  /** Failed if there is a problem. */
  end(feature: string, problem: Pick<Finding, "message" | "fix"> | undefined): void {
    if (problem === undefined) this.note(feature, "ok");
    else this.note(feature, "error", problem.message, problem.fix);
  }

  /** There was nothing to do. */
  drop(feature: string): void {
    if (this.#results[feature]?.state !== "error") delete this.#results[feature];
  }

  /** Returns what the work returns, or `otherwise` if it throws. */
  async run<T>(feature: string, otherwise: T, work: () => T | Promise<T>): Promise<T> {
    try {
      const result = await work();
      if (this.#results[feature] === undefined) this.note(feature, "ok");
      return result;
    } catch (error) {
      this.note(feature, "error", (error as Error).message);
      return otherwise;
    }
  }

  show(call: Call): void {
    const rows = Object.entries(this.#results).map(([feature, { state, message = "", next }]) => [
      feature,
      paint(COLOURS[state], state),
      next === undefined ? message : `${message.replace(/[^.]$/, "$&.")} ${next}`,
    ]);
    call.raw(table([{}, {}, { narrow: "wrap" }], rows, { indent: 2 }));
  }
}

const COLOURS = { ok: "green", error: "red", skipped: "grey" } as const;
