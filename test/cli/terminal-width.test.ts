/** Every command on terminals of 60, 80 and 120 columns, on a home with 50 sessions: no line is wider, no word is broken. */
import { afterAll, beforeAll, describe, it } from "vitest";
import { ONCE, writeCommandFiles } from "../support/every-command.js";
import { type FilledHome, fillHome } from "../support/filled-home.js";
import { ProgramPlace } from "../support/program.js";
import { expectFits } from "../support/terminal-width.js";

const WIDTHS = [60, 80, 120];

let place: ProgramPlace;
let home: FilledHome;
const cleaning: (() => void)[] = [];
beforeAll(async () => {
  place = new ProgramPlace((clean) => cleaning.push(clean));
  writeCommandFiles(place);
  home = await fillHome(place);
});
afterAll(async () => {
  await place.run(["down"]);
  for (const clean of cleaning) clean();
});

/** What the table of every command shows too little of. */
const FURTHER: Readonly<Record<string, (home: FilledHome) => readonly string[]>> = {
  "sessions, all": () => ["sessions", "--limit", "50"],
  "a session": ({ sessions }) => ["session", sessions[1]!],
  "a decision": ({ denied }) => ["why", denied],
  "the last decision": () => ["why"],
  "log, all": () => ["log", "--limit", "500"],
  "a command that is looked for": () => ["search", "sed"],
  "a word that is looked for": () => ["search", "folder"],
  "governance, all": () => ["governance"],
  "one of the pack": () => ["pack", "protect-git"],
  "one agent": () => ["agents", "codex"],
  "what is approved": () => ["trust", "--list"],
  "what was off": () => ["off", "--list"],
  exceptions: () => ["except", "--list"],
};

describe.each(Object.keys(ONCE))("snaphook %s", (name) => {
  it("fits", async () => {
    const { args, input } = ONCE[name]!;
    await expectFits(place, [name, ...args], WIDTHS, input);
  });
});

it.each(Object.entries(FURTHER))("%s fits", async (_, argsOf) => {
  await expectFits(place, argsOf(home), WIDTHS);
});
