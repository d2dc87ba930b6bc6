/** FL-07: what became of each feature that a command sets up or removes. A failure is a result; the others go on. */
import type { Call } from "../command.js";
import { oneLine, paint } from "./print.js";
import { table } from "./table.js";

export interface FeatureResult {
  readonly state: "ok" | "error" | "skipped";
  /** Why, unless it is `ok`. */
  readonly message?: string;
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
  note(feature: string, state: FeatureResult["state"], message?: string): void {
    if (this.#results[feature]?.state === "error") return;
    this.#results[feature] = { state, ...(message === undefined ? {} : { message: oneLine(message) }) };
  }

  /** Failed if there is a problem. */
  end(feature: string, problem: string | undefined): void {
    this.note(feature, problem === undefined ? "ok" : "error", problem);
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
    const rows = Object.entries(this.#results).map(([feature, { state, message = "" }]) => [
      feature,
      paint(COLOURS[state], state),
      message,
    ]);
    call.raw(table([{}, {}, { narrow: "wrap" }], rows, { indent: 2 }));
  }
}

const COLOURS = { ok: "green", error: "red", skipped: "grey" } as const;
