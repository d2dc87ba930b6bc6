/** A real Chromium for tests of the local page. */
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { describe } from "vitest";
import { removeFolder } from "./remove-folder.js";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Why no test here can run; undefined if they can. `.ci/run` installs it, or says why it could not. */
const NO_BROWSER: string | undefined = PLACES.some((path) => existsSync(path))
  ? undefined
  : `no Chromium at ${PLACES.join(" or ")}`;

/** Its title says why it is skipped. */
export function inBrowser(title: string, suite: () => void): void {
  if (NO_BROWSER === undefined) describe(title, suite);
  else describe.skip(`${title} (skipped: ${NO_BROWSER})`, suite);
}

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface OpenedBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** With an empty profile. */
export async function openBrowser(options: BrowserContextOptions & { args?: string[] } = {}): Promise<OpenedBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-chromium-"));
  const { args = [], ...rest } = options;
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: PLACES.find((path) => existsSync(path))!,
    args: [...FLAGS, ...args],
    ...rest,
  });
  context.setDefaultTimeout(0); // the limit of the test ends what hangs
  return {
    context,
    async close() {
      await context.close();
      removeFolder(folder);
    },
  };
}

/** What a page reported that it should not: errors, refused content, requests to elsewhere. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol !== "file:" && !["localhost", "127.0.0.1"].includes(hostname))
      complaints.push(`request to ${request.url()}`);
  });
  return complaints;
}

export type { Browser, BrowserContext, Page };
