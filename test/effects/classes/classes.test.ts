/** Classes of commands, many examples each: what is stopped, what looks alike and passes, and that proposals pass. */
import { describe, expect, it } from "vitest";
import { gravest, verdictOf } from "../../support/effect-tables.js";
import { CLASSES } from "./classes.js";
import { LATER_CLASSES } from "./later-classes.js";

describe.each([...CLASSES, ...LATER_CLASSES])("$name", ({ stopped, passes }) => {
  it("is stopped", async () => {
    const passed: string[] = [];
    for (const command of stopped) if ((await verdictOf(command)) === undefined) passed.push(command);
    expect(passed).toEqual([]);
  });

  it("leaves alone what looks alike", async () => {
    const hit: string[] = [];
    for (const command of passes) if ((await verdictOf(command)) !== undefined) hit.push(command);
    expect(hit).toEqual([]);
  });

  it("proposes only what is let through", async () => {
    const refused: string[] = [];
    for (const command of stopped)
      for (const [, proposed = ""] of gravest(command)?.instead?.matchAll(/`([^`]+)`/g) ?? [])
        if ((await verdictOf(proposed)) !== undefined) refused.push(`${command} -> ${proposed}`);
    expect(refused).toEqual([]);
  });
});
