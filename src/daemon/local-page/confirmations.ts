/**
 * What a person asks for on the page and has to confirm. The terminal that opened the page does it, with the code of its
 * commands: it shows a code, the person types the code into the page, and the terminal compares. The daemon only passes on.
 */
import { randomName } from "../../disk/digest.js";
import type { PageSession } from "./local-page.js";

/** What the terminal runs. */
export type Wanted =
  | {
      readonly kind: "approve";
      readonly ask: string;
      readonly hash: string;
      readonly scope?: "again" | undefined;
      readonly answers?: Readonly<Record<string, string | readonly string[]>> | undefined;
    }
  | {
      readonly kind: "switch";
      readonly verb: "enable" | "disable" | "enforce" | "observe";
      readonly hook: string;
      readonly project: string;
    }
  | { readonly kind: "trust"; readonly path: string; readonly hash: string };

export interface Result {
  readonly done: boolean;
  readonly message: string;
}

/** To the terminal. `over`: the person does not wait any more. */
export type RequestLine =
  | { readonly kind: "request"; readonly id: string; readonly wanted: Wanted }
  | { readonly kind: "code"; readonly id: string; readonly code: string }
  | { readonly kind: "over"; readonly id: string };

export type Step = { readonly state: "code"; readonly id: string } | ({ readonly state: "over" } & Result);

interface Open {
  readonly launch: string;
  readonly timer: NodeJS.Timeout;
  /** Of the page that waits for the next step. */
  next: (step: Step) => void;
}

/** For a person to read the code and type it. */
const CONFIRM_MS = 2 * 60_000;
const GONE: Result = {
  done: false,
  message: "The terminal that opened this page does not run `snaphook page` any more. Run it again.",
};

export class Confirmations {
  /** By launch. */
  readonly #terminals = new Map<string, (line: RequestLine) => void>();
  readonly #open = new Map<string, Open>();

  /** A terminal waits for requests of the page that it opened. The result disconnects it. */
  connect(launch: string, send: (line: RequestLine) => void): () => void {
    this.#terminals.set(launch, send);
    return () => {
      if (this.#terminals.get(launch) !== send) return;
      this.#terminals.delete(launch);
      for (const [id, open] of this.#open) if (open.launch === launch) this.#end(id, GONE);
    };
  }

  isConnected(launch: string): boolean {
    return this.#terminals.has(launch);
  }

  /** The first step: the terminal asks for its code, or is done without. */
  begin({ launch }: PageSession, wanted: Wanted): Promise<Step> {
    const terminal = this.#terminals.get(launch);
    if (terminal === undefined) return Promise.resolve({ state: "over", ...GONE });
    // A person confirms one thing at a time.
    for (const [id, open] of this.#open)
      if (open.launch === launch) this.#end(id, { done: false, message: "Another request took its place." });
    const id = randomName(8);
    const { promise, resolve } = withResolvers<Step>();
    const timer = setTimeout(
      () => this.#end(id, { done: false, message: "The code was not typed in time." }),
      CONFIRM_MS,
    );
    this.#open.set(id, { launch, timer: timer.unref(), next: resolve });
    terminal({ kind: "request", id, wanted });
    return promise;
  }

  /** The code that the person typed. A request takes one. */
  type({ launch }: PageSession, id: string, code: string): Promise<Step> | undefined {
    const open = this.#open.get(id);
    if (open === undefined || open.launch !== launch) return undefined;
    const { promise, resolve } = withResolvers<Step>();
    open.next = resolve;
    this.#terminals.get(launch)?.({ kind: "code", id, code });
    return promise;
  }

  /** From the terminal. False if the request is over. */
  report(launch: string, id: string, result: Result | "asks"): boolean {
    const open = this.#open.get(id);
    if (open === undefined || open.launch !== launch) return false;
    if (result === "asks") open.next({ state: "code", id });
    else this.#end(id, result);
    return true;
  }

  cancel({ launch }: PageSession, id: string): void {
    if (this.#open.get(id)?.launch === launch) this.#end(id, { done: false, message: "Cancelled." });
  }

  #end(id: string, result: Result): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    clearTimeout(open.timer);
    open.next({ state: "over", ...result });
    this.#terminals.get(open.launch)?.({ kind: "over", id });
  }
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
