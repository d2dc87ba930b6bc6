/** Released agents whose calls a person answers on the local page, in a real browser. */
import { expect, it } from "vitest";
import type { OpenAsk } from "../../src/daemon/api.js";
import { questions } from "../support/ask-place.js";
import { inBrowser } from "../support/browser.js";
import { PagePlace } from "../support/page-place.js";
import { addAuthenticator, registerPasskey, useOwnPasskey } from "../support/virtual-authenticator.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import type { AgentDriver } from "./driver.js";
import { asksFirst, leaveMark, type Played, play } from "./play-approval.js";

const DONE = { text: "done" };
const ONLY_PASSKEYS = { approvals: { desktop: false, allowWith: "passkey", waitMinutes: 0.5 } };

type Opened = Awaited<ReturnType<typeof questions>>;

/** The person has the page open before the agent starts. `onAsk` is what happens with its question. */
function playOnPage(
  driver: AgentDriver,
  settings: object | undefined,
  onAsk: (opened: Opened, ask: OpenAsk, place: PagePlace) => Promise<void>,
  before: (opened: Opened) => Promise<void> = async () => {},
): Promise<Played> {
  const place = new PagePlace();
  let opened: Opened;
  return play(driver, {
    place,
    steps: [leaveMark(driver), DONE],
    user: asksFirst,
    ...(settings === undefined ? {} : { settings }),
    async reach() {
      opened = await questions(place);
      await before(opened);
    },
    onAsk: (ask) => onAsk(opened, ask, place),
  });
}

const cardOf = ({ page }: Pick<Opened, "page">, { id }: OpenAsk) => page.locator(`article[data-ask="${id}"]`);

const withPasskey = async ({ page, terminal }: Opened) => {
  await addAuthenticator(page);
  await registerPasskey(page, "my laptop", terminal);
};

inBrowser("HL-09 a released agent and the local page", () => {
  for (const driver of [claudeCode, codex]) {
    it(`${driver.title}: allowed with the code of the terminal, the tool runs once`, async () => {
      const { mark, printed, asks } = await playOnPage(driver, undefined, async (opened, ask) => {
        const card = cardOf(opened, ask);
        await card.getByRole("button", { name: "Allow once" }).click();
        await card.getByLabel("Code from your terminal").fill(await opened.terminal.confirmCode());
        await card.getByRole("button", { name: "Confirm" }).click();
        await card.getByText(/Approved by/).waitFor();
      });
      expect(mark, printed).toBe("ran\n");
      expect(asks).toMatchObject([{ state: "used", verdict: "allow", by: { channel: "terminal" } }]);
    });

    it(`${driver.title}: denied with a click, the tool does not run`, async () => {
      const { mark, asks } = await playOnPage(driver, undefined, async (opened, ask) => {
        await cardOf(opened, ask).getByRole("button", { name: "Deny" }).click();
      });
      expect(mark).toBeUndefined();
      expect(asks).toMatchObject([{ state: "used", verdict: "deny", by: { channel: "page", method: "click" } }]);
    });
  }

  it("only passkeys approve, and the person's does: the tool runs once", async () => {
    const allow = async (opened: Opened, ask: OpenAsk) => {
      await cardOf(opened, ask).getByRole("button", { name: "Allow once" }).click();
    };
    const { mark, printed, asks } = await playOnPage(claudeCode, ONLY_PASSKEYS, allow, withPasskey);
    expect(mark, printed).toBe("ran\n");
    expect(asks).toMatchObject([{ state: "used", by: { channel: "page", method: "passkey" } }]);
  });

  it("T6 only passkeys approve: the control token, with all that our files hold, does not, and the tool does not run", async () => {
    const { mark } = await playOnPage(claudeCode, ONLY_PASSKEYS, async (_, ask, place) => {
      const refused = { kind: "refused", status: 403, code: "PASSKEY_REQUIRED" };
      expect(await place.answerAsk(ask, "allow")).toMatchObject(refused);
      const body = { hash: ask.hash, verdict: "allow" };
      const bare = await place.ask({ method: "POST", path: `/v1/asks/${ask.id}`, body });
      expect(bare).toMatchObject({ kind: "refused", status: 403 });
      await place.answerAsk(ask, "deny"); // so that the agent goes on
    });
    expect(mark).toBeUndefined();
  });

  it("T6 a browser of the agent with an authenticator of its own: the tool does not run", async () => {
    const attack = async (opened: Opened, ask: OpenAsk, place: PagePlace) => {
      const { page } = await place.openPage(await place.launchPage("answer"));
      await page.getByText("Live").waitFor();
      await useOwnPasskey(page);
      const card = cardOf({ page }, ask);
      await card.getByRole("button", { name: "Allow once" }).click();
      await card.getByText("this passkey is not registered").waitFor();
      await cardOf(opened, ask).getByRole("button", { name: "Deny" }).click(); // so that the agent goes on
    };
    const { mark } = await playOnPage(claudeCode, ONLY_PASSKEYS, attack, withPasskey);
    expect(mark).toBeUndefined();
  });
});
