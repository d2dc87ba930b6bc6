import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/source-tree.js";
import { UserPlace } from "../support/user-place.js";

const EXAMPLES = join(ROOT, "examples");
const names = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe("examples", () => {
  it.each(names)("%s runs and checks itself", (name) => {
    const place = new UserPlace();
    const { status, printed } = place.run(process.execPath, join(EXAMPLES, name, "run.mjs"));
    expect(status, printed).toBe(0);
    expect(printed.trim()).not.toBe("");
    place.remove();
  });

  it.each(names)("%s says what it shows", (name) => {
    expect(existsSync(join(EXAMPLES, name, "README.md"))).toBe(true);
  });
});
