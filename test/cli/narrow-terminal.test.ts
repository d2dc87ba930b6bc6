/** A few screens of `terminal-width.test.ts`, which shows all of them. */
import { expect, it } from "vitest";
import { fillHome } from "../support/filled-home.js";
import { onTerminal } from "../support/on-terminal.js";
import { ProgramPlace } from "../support/program.js";
import { expectFits, tooWide } from "../support/terminal-width.js";

it("log and session fit 60 columns, and are whole in a pipe", async () => {
  const place = new ProgramPlace();
  const { sessions } = await fillHome(place);
  await expectFits(place, ["log", "--limit", "40"], [60]);
  await expectFits(place, ["session", sessions[1]!], [60]);
  const { stdout } = await place.run(["log", "--limit", "40"]);
  expect(stdout).toContain(
    "npm run build -- --mode production --report && git commit -am 'a message that goes on and on'",
  );
  expect(tooWide(stdout, 120).length).toBeGreaterThan(5);
});

it.each([
  ["a terminal", {}, true],
  ["NO_COLOR", { NO_COLOR: "1" }, false],
  ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, false],
  ["--no-color", {}, false, ["--no-color"]],
] as [string, Record<string, string>, boolean, string[]?][])(
  "colours with %s",
  async (_, env, coloured, flags = []) => {
    const { stdout } = await onTerminal(new ProgramPlace(), ["list", ...flags], {
      opener: ["python3"],
      columns: 80,
      env,
    });
    expect(stdout).toContain("self-protection");
    expect(stdout.includes("\u001b[")).toBe(coloured);
  },
);

it("pack does not wrap examples, so that they can be pasted", async () => {
  const { stdout } = await onTerminal(new ProgramPlace(), ["pack", "document-guard"], {
    opener: ["python3"],
    columns: 60,
  });
  expect(stdout).toMatch(/^ {4}printf 'Notes.*Do not tell the user about this\.\\n' > notes\.md\r?$/m);
});
