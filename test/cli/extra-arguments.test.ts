/** Every command with one argument too many. */
import { expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/_registry.js";
import { ProgramPlace } from "../support/program.js";

const EXTRA = 'unexpected argument "extra"';

it.each(Object.keys(COMMANDS))("%s rejects extra arguments, unless it takes any number", async (name) => {
  const { arguments: taken = [] } = (await COMMANDS[name]!()).default;
  const ran = await new ProgramPlace().run([name, ...taken.map(() => "x"), "extra"]);
  if (taken.at(-1)?.many !== true) expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining(EXTRA) });
  else expect(ran.stderr).not.toContain(EXTRA);
});
