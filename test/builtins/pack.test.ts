import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import type { Builtin } from "../../src/core/hooks/builtin.js";
import { PackPlace } from "../support/pack-place.js";
import type { Show } from "./shows/show.js";

const shows: [name: string, show: Show][] = await Promise.all(
  Object.keys(BUILTINS)
    .filter((name) => existsSync(new URL(`./shows/${name}.ts`, import.meta.url)))
    .map(async (name) => [name, ((await import(`./shows/${name}.ts`)) as { default: Show }).default]),
);

describe("each hook of the pack does what one can see, through the agent's own words", () => {
  it.each(shows.map(([name, show]) => [title(name, show), show] as const))("%s", async (_title, show) => {
    await show.show(new PackPlace());
  });

  it.each(shows)("without its body, the test of %s fails", async (name, show) => {
    const builtin = BUILTINS[name] as { -readonly [K in keyof Builtin]: Builtin[K] };
    const { make } = builtin;
    builtin.make = () => () => undefined;
    try {
      await expect(show.show(new PackPlace())).rejects.toThrow();
    } finally {
      builtin.make = make;
    }
  });

  it("none is without one, or a test file of its own", () => {
    const shown = new Set(shows.map(([name]) => name));
    const hasOwn = (name: string) => existsSync(new URL(`./${name}.test.ts`, import.meta.url));
    expect(Object.keys(BUILTINS).filter((name) => !shown.has(name) && !hasOwn(name))).toEqual([]);
  });
});

function title(name: string, { ids, what }: Show): string {
  return `${ids === undefined ? "" : `${ids} `}${name} ${what}`;
}
