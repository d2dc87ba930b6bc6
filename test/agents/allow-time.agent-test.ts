/**
 * How long a call waits after its person has allowed it: with the code in a terminal, with the code on the local page, and with a
 * passkey there. `npm run test:agents -- allow-time`; `SNAPHOOK_ALLOW_ROUNDS` sets the rounds. It prints medians and judges
 * none: they depend on the machine.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { AskPlace, isDenied, questions } from "../support/ask-place.js";
import { inBrowser } from "../support/browser.js";
import { onTerminal } from "../support/on-terminal.js";
import { addAuthenticator, registerPasskey } from "../support/virtual-authenticator.js";

const ROUNDS = Number(process.env["SNAPHOOK_ALLOW_ROUNDS"] ?? 1);

const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!;

inBrowser("the time from an approval to the agent", () => {
  it("on the page with a code, on the page with a passkey, in a terminal", { timeout: 1_800_000 }, async () => {
    const place = await AskPlace.open();
    const coded = await questions(place);
    const times = { terminal: [] as number[], code: [] as number[], passkey: [] as number[] };
    const ask = async (name: string) => {
      const over = place.wants(`touch ${name}`).then((stdout) => ({ stdout, at: Date.now() }));
      await expect.poll(async () => (await place.asks()).length, { timeout: 60_000, interval: 20 }).toBe(1);
      return { id: (await place.asks())[0]!.id, over };
    };
    const took = async (over: Promise<{ stdout: string; at: number }>, from: () => number) => {
      const { stdout, at } = await over;
      expect(isDenied(stdout)).toBe(false);
      return at - from();
    };
    for (let round = 0; round < ROUNDS; round++) {
      const one = await ask(`terminal-${round}`);
      const file = join(place.root, "typed-at");
      const typed = onTerminal(place, ["approve", one.id], { meanwhile: `date +%s%3N > ${file}` });
      times.terminal.push(await took(one.over, () => Number(readFileSync(file, "utf8"))));
      await typed;
      const two = await ask(`code-${round}`);
      const card = coded.page.locator(`article[data-ask="${two.id}"]`);
      await card.getByRole("button", { name: "Allow once" }).click();
      await card.getByLabel("Code from your terminal").fill(await coded.terminal.confirmCode());
      const confirmedAt = Date.now();
      await coded.page.keyboard.press("Enter");
      times.code.push(await took(two.over, () => confirmedAt));
    }
    await addAuthenticator(coded.page);
    await registerPasskey(coded.page, "my laptop", coded.terminal);
    for (let round = 0; round < ROUNDS; round++) {
      const { id, over } = await ask(`passkey-${round}`);
      const button = coded.page.locator(`article[data-ask="${id}"]`).getByRole("button", { name: "Allow once" });
      await button.waitFor();
      const clickedAt = Date.now();
      await button.click();
      times.passkey.push(await took(over, () => clickedAt));
    }
    const [terminal, code, passkey] = [median(times.terminal), median(times.code), median(times.passkey)];
    const ratio = (ms: number) => `${ms} ms (${(ms / terminal).toFixed(2)})`;
    console.log(`p50 of ${ROUNDS}: terminal ${terminal} ms, page with code ${ratio(code)}, passkey ${ratio(passkey)}`);
  });
});
