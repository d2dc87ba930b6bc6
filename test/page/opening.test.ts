import { expect, it } from "vitest";
import { inBrowser } from "../support/browser.js";
import { PagePlace, ran } from "../support/page-place.js";

inBrowser("DA-09 the local page in a browser", () => {
  it("shows stored events first, then live ones, without a complaint of the browser", async () => {
    const place = await PagePlace.open();
    await place.post(ran("stored one"), ran("stored two", { session: "s2" }));
    const { page, complaints } = await place.openPage();
    await page.getByText("stored two").waitFor();
    await page.getByText("stored one").waitFor();
    await place.post(ran("live three", { session: "s3" }));
    await page.getByText("live three").waitFor();
    const shown = await page.locator("[data-row] code").allTextContents();
    expect(shown).toEqual(["live three", "stored two", "stored one"]);
    expect(complaints).toEqual([]);
  });

  it("removes the code from the address, keeps no cookie, and works again after a reload", async () => {
    const place = await PagePlace.open();
    await place.post(ran("stored one"));
    const launched = await place.launchPage();
    const { page } = await place.openPage(launched);
    await page.getByText("stored one").waitFor();
    expect(page.url()).toBe(launched.address);
    expect(await page.context().cookies()).toEqual([]);
    await page.reload();
    await page.getByText("stored one").waitFor();
  });
});
