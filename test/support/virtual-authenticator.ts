/** An authenticator of Chromium's own, as its developer tools offer it to tests and to programs that drive a browser. */
import type { Page } from "./browser.js";

/** It verifies its user without asking. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** As an agent that drives a browser: its own passkey signs whatever the page asks for. */
export async function useOwnPasskey(page: Page): Promise<void> {
  await addAuthenticator(page);
  await page.evaluate(`(async () => {
    const bytes = (size) => crypto.getRandomValues(new Uint8Array(size));
    const own = await navigator.credentials.create({ publicKey: {
      challenge: bytes(32), rp: { id: "localhost", name: "x" }, user: { id: bytes(8), name: "x", displayName: "x" },
      pubKeyCredParams: [{ type: "public-key", alg: -7 }], authenticatorSelection: { userVerification: "required" },
    } });
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = ({ publicKey }) =>
      get({ publicKey: { ...publicKey, allowCredentials: [{ type: "public-key", id: own.rawId }] } });
    location.hash = "#/questions";
  })()`);
}

/** Registers a passkey as a person does: the browser makes it, and the code of the terminal confirms it. */
export async function registerPasskey(
  page: Page,
  name: string,
  { confirmCode }: { confirmCode(): Promise<string> },
): Promise<void> {
  await page.getByText(/^Passkeys \(/).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Code from your terminal").fill(await confirmCode());
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText(`Added the passkey "${name}".`).waitFor();
}
