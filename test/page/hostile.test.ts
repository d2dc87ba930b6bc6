import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { inBrowser } from "../support/browser.js";
import { PagePlace } from "../support/page-place.js";
import { bash } from "../support/program.js";

const SCREENS = [
  "now",
  "questions",
  "sessions",
  "hooks",
  "search",
  "health",
  "governance",
  "memory",
  "logs",
  "figures",
];

inBrowser("T6 hostile text on the local page", () => {
  it("of hooks, agents and files makes no element and no report of the browser, and is shown by name", async () => {
    const place = new PagePlace();
    const evil = "<script>document.title='owned'</script><img src=x onerror=alert(1)>\u202Eevil\u2066\u001b]0;x\u0007";
    writeFileSync(join(place.root, "evil.json"), JSON.stringify({ decision: "deny", reason: evil }));
    writeFileSync(
      join(place.root, "huge.json"),
      JSON.stringify({ decision: "deny", reason: `${evil}${"x".repeat(5_000_000)}` }),
    );
    const prints = (file: string) => `cat ${join(place.root, file)}`;
    place.writeUser("hooks.json", {
      hooks: {
        PreToolUse: [
          { id: "evil", matcher: "Bash(make*)", command: prints("evil.json") },
          { id: "huge", matcher: "Bash(cat*)", command: prints("huge.json") },
        ],
      },
    });
    await place.wire();
    await place.up();
    const call = (command: string, more: object = {}) =>
      place.launch("claude-code", "PreToolUse", {
        session_id: "__proto__",
        cwd: place.project,
        hook_event_name: "PreToolUse",
        ...bash(command),
        ...more,
      });
    await call(`make ${evil}`);
    await call("cat notes");
    await place.post({
      agent: "codex",
      event: "UserPromptSubmit",
      session: `s\n${evil}`,
      cwd: `/work/${evil}`,
      payload: { prompt: `${evil}\ud800 ${"y".repeat(5_000_000)}`, constructor: "x", __proto__: "y" },
    });
    const { page, complaints } = await place.openPage();
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => dialogs.push(dialog.message()));
    await page.getByText("make").first().waitFor();
    await page.getByText("⟦U+202E⟧").first().waitFor();
    const events = await place.events();
    const hashes = [
      ...SCREENS,
      `session/${encodeURIComponent("__proto__")}`,
      `session/${encodeURIComponent(`s\n${evil}`)}`,
      ...events.map(({ id }) => `call/${id}`),
      `call/${encodeURIComponent(evil)}`,
      "__proto__",
      "memories/__proto__",
    ];
    for (const hash of hashes) {
      await page.evaluate(`location.hash = ${JSON.stringify(`#/${hash}`)}`);
      await page.locator("h1").waitFor();
      await expect.poll(() => page.locator("main [role=status]:has-text('Loading')").count()).toBe(0);
      expect(await page.locator("body script, img, iframe, object, svg").count(), hash).toBe(0);
      expect(await page.locator("main").textContent(), hash).not.toMatch(/[\u202E\u2066\u001b\u0007]/);
    }
    expect([await page.title(), dialogs]).toEqual(["Snaphook", []]);
    // What was asked for and is not there is no fault of the page.
    expect(complaints.filter((text) => !/404/.test(text))).toEqual([]);
  });
});

/** Why a network of its own cannot be made here. */
const NO_NAMESPACE =
  spawnSync("unshare", ["-rn", "ip", "link", "set", "lo", "up"]).status === 0 ? "" : "no `unshare -rn`";

inBrowser(`DA-09 the local page offline${NO_NAMESPACE && ` (skipped: ${NO_NAMESPACE})`}`, () => {
  it.skipIf(NO_NAMESPACE !== "")("works on a machine without any network, and asks no other host", () => {
    const script = fileURLToPath(new URL("../support/offline-page.mjs", import.meta.url));
    const inside = 'ip link set lo up && exec "$0" "$@"';
    const ran = spawnSync("unshare", ["-rn", "sh", "-c", inside, process.execPath, script, ...SCREENS], {
      encoding: "utf8",
    });
    expect(ran.stderr).toBe("");
    const { interfaces, screens, asked, shown } = JSON.parse(ran.stdout) as Record<string, string[]>;
    expect(interfaces).toEqual(["lo"]);
    expect(screens).toEqual(SCREENS);
    expect(shown).toEqual(["npm test"]);
    expect([...new Set(asked)]).toEqual(["localhost"]);
  });
});
