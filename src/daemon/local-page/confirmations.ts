/**
 * What a person asks for on the page and has to confirm. The terminal that opened the page does it, with the code of its
 * commands: it shows a code, the person types the code into the page, and the terminal compares. The daemon only passes on.
 */
import { withResolvers } from "../../core/with-resolvers.js";
import { randomName } from "../../disk/digest.js";
import type { NewPasskey } from "./check-passkey.js";
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
  | { readonly kind: "memory"; readonly verb: "pin" | "resolve" | "forget"; readonly memory: string }
  | { readonly kind: "trust"; readonly path: string; readonly hash: string }
  | ({ readonly kind: "passkey" } & NewPasskey);

export interface Result {
  readonly done: boolean;
  readonly message: string;
}

/** To the terminal. `over`: the person does not wait any more. */
export type RequestLine =
  /** `passkey`: the name of the one with which the person has confirmed it already. */
  | { readonly kind: "request"; readonly id: string; readonly wanted: Wanted; readonly passkey?: string }
  | { readonly kind: "code"; readonly id: string; readonly code: string }
  | { readonly kind: "over"; readonly id: string };

/** Which terminal shows the code. */
type Place = "page" | "up";

export type Step =
  | { readonly state: "code"; readonly id: string; readonly at: Place }
  | ({ readonly state: "over" } & Result);

interface Open {
  readonly launch: string;
  /** The terminal that was asked: the launch, or the view of `up`. */
  readonly terminal: string;
  readonly timer: NodeJS.Timeout;
  /** Of the page that waits for the next step. */
  next: (step: Step) => void;
}

/** For a person to read the code and type it. */
const CONFIRM_MS = 2 * 60_000;
const GONE: Result = {
  done: false,
  message: "No terminal can confirm it: `snaphook page` and `snaphook up` have ended. Run one of them.",
};

export class Confirmations {
  /** By launch, or by the id of a view. */
  readonly #terminals = new Map<string, (line: RequestLine) => void>();
  /** Ids of views of `snaphook up`, which confirm for a page whose own terminal has ended. */
  readonly #views = new Set<string>();
  readonly #open = new Map<string, Open>();

  /** A person has a view of `snaphook up` open. Its id, with which it connects. */
  admitView(): string {
    const id = randomName(8);
    this.#views.add(id);
    return id;
  }

  /** A terminal waits for requests: of the page that it opened, or a view for those of any page. The result disconnects it. */
  connect(terminal: string, send: (line: RequestLine) => void): () => void {
    this.#terminals.set(terminal, send);
    return () => {
      if (this.#terminals.get(terminal) !== send) return;
      this.#terminals.delete(terminal);
      this.#views.delete(terminal);
      for (const [id, open] of this.#open) if (open.terminal === terminal) this.#end(id, GONE);
    };
  }

  /** The page's own; otherwise the newest view. */
  #terminalFor(launch: string): string | undefined {
    if (this.#terminals.has(launch)) return launch;
    return [...this.#views].findLast((view) => this.#terminals.has(view));
  }

  /** The first step: the terminal asks for its code, or is done without. */
  begin({ launch }: PageSession, wanted: Wanted, passkey?: string): Promise<Step> {
    const terminal = this.#terminalFor(launch);
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
    this.#open.set(id, { launch, terminal, timer: timer.unref(), next: resolve });
    this.#terminals.get(terminal)?.({ kind: "request", id, wanted, ...(passkey === undefined ? {} : { passkey }) });
    return promise;
  }

  /** The code that the person typed. A request takes one. */
  type({ launch }: PageSession, id: string, code: string): Promise<Step> | undefined {
    const open = this.#open.get(id);
    if (open === undefined || open.launch !== launch) return undefined;
    const { promise, resolve } = withResolvers<Step>();
    open.next({ state: "over", done: false, message: "Another code was typed." });
    open.next = resolve;
    this.#terminals.get(open.terminal)?.({ kind: "code", id, code });
    return promise;
  }

  /** From the terminal. False if the request is over. */
  report(terminal: string, id: string, result: Result | "asks"): boolean {
    const open = this.#open.get(id);
    if (open === undefined || open.terminal !== terminal) return false;
    if (result === "asks") open.next({ state: "code", id, at: terminal === open.launch ? "page" : "up" });
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
    this.#terminals.get(open.terminal)?.({ kind: "over", id });
  }
}
