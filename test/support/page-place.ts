/** A real daemon with its local page open in a real browser. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { provePage } from "../../src/client/person-proof.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { complaintsOf, type OpenedBrowser, openBrowser, type Page } from "./browser.js";
import { onTerminal } from "./on-terminal.js";
import { DaemonPlace } from "./running-daemon.js";

export interface Launched {
  readonly address: string;
  readonly code: string;
  readonly typedCode: string;
  readonly id: string;
}

export interface OpenedPage {
  readonly page: Page;
  readonly complaints: readonly string[];
}

export interface PageTerminal {
  readonly address: string;
  readonly typedCode: string;
  shown(): string;
  /** The next code that it asks to type into the page. */
  confirmCode(): Promise<string>;
}

export class PagePlace extends DaemonPlace {
  #browser: OpenedBrowser | undefined;
  #terminals = 0;

  /** With the daemon running. */
  static async open(): Promise<PagePlace> {
    const place = new PagePlace();
    await place.up();
    return place;
  }

  /** `answer`: as a person in a terminal does it. */
  async launchPage(rights: "view" | "answer" = "answer"): Promise<Launched> {
    const by = { user: "ann", terminal: "/dev/pts/1" };
    const body = rights === "answer" ? { proof: provePage(this.data, by) as unknown as JsonObject } : {};
    const reply = await this.ask({ method: "POST", path: "/v1/page/launch", body });
    if (reply.kind !== "ok") throw new Error(JSON.stringify(reply));
    return reply.body as unknown as Launched;
  }

  /** `snaphook page` in a terminal of a person, until the daemon ends. */
  async pageTerminal(args: readonly string[] = ["page"]): Promise<PageTerminal> {
    const file = join(this.root, `terminal-${++this.#terminals}`);
    writeFileSync(file, "");
    void onTerminal(this, [...args, "--no-open"], { text: "re:(never)", copy: file });
    const shown = () => readFileSync(file, "utf8");
    const address = await waitFor(() => /(http:\/\/localhost:\d+\/p\/\w+\/)/.exec(shown())?.[1]);
    const typedCode = await waitFor(() => /Code: (\w{8})/.exec(shown())?.[1]);
    await waitFor(() => /Keep this terminal open/.exec(shown())?.[0]);
    let seen = 0;
    return {
      address,
      typedCode,
      shown,
      confirmCode: async () => {
        const found = await waitFor(() => /Type ([a-z2-9]{4}) in the page to /.exec(shown().slice(seen)) ?? undefined);
        seen += found.index + found[0].length;
        return found[1]!;
      },
    };
  }

  /** Signs in with the code that a person types. */
  async openFrom({ address, typedCode }: PageTerminal): Promise<OpenedPage> {
    const { context } = await this.browser();
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(address);
    await page.getByLabel("Code").fill(typedCode);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Now" }).waitFor();
    return { page, complaints };
  }

  /** For all pages of the test; the first call decides the options. */
  async browser(options: Parameters<typeof openBrowser>[0] = {}): Promise<OpenedBrowser> {
    if (this.#browser === undefined) {
      this.#browser = await openBrowser(options);
      onTestFinished(() => this.#browser?.close());
    }
    return this.#browser;
  }

  async openPage(launched?: Launched): Promise<OpenedPage> {
    const { address, code } = launched ?? (await this.launchPage());
    const { context } = await this.browser();
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(`${address}#k=${code}`);
    return { page, complaints };
  }

  /** Stores events as a program does that posts them. */
  async post(...events: readonly JsonObject[]): Promise<void> {
    const reply = await this.ask({ method: "POST", path: "/v1/events", body: events as unknown as JsonObject });
    if (reply.kind !== "ok") throw new Error(JSON.stringify(reply));
  }
}

async function waitFor<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await wait(25);
  }
}

/** An event of a shell command. */
export function ran(command: string, more: JsonObject = {}): JsonObject {
  return {
    agent: "claude-code",
    event: "PreToolUse",
    session: "s1",
    cwd: "/work/shop",
    payload: { tool_name: "Bash", tool_input: { command } },
    ...more,
  };
}
