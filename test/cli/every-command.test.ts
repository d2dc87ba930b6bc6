/** Every command once, in the built program: it starts, does its work and ends with its exit code. Details are in files of their own. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/_registry.js";
import { ONCE, writeCommandFiles } from "../support/every-command.js";
import { ProgramPlace } from "../support/program.js";

let place: ProgramPlace;
const cleaning: (() => void)[] = [];
beforeAll(() => {
  place = new ProgramPlace((clean) => cleaning.push(clean));
  writeCommandFiles(place);
});
afterAll(async () => {
  await place.run(["down"]);
  for (const clean of cleaning) clean();
});

it("has a call for each of them", () => {
  expect(Object.keys(ONCE).sort()).toEqual(Object.keys(COMMANDS).sort());
});

it.each(Object.entries(ONCE))("%s", async (name, { args, input = "", code = 0, prints }) => {
  const ran = await place.run([name, ...args], { input });
  expect(ran).toMatchObject({ code });
  expect(`${ran.stdout}${ran.stderr}`).toMatch(prints);
});
