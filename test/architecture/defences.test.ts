/**
 * Each change that removes a defence finds its text in the sources of today. Removing them takes long:
 * `npm run test:defences` does it.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./source-tree.js";

const lists = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".defences.ts"),
);
for (const path of lists) await import(join(ROOT, "test", path));

it("there are lists of defences", () => {
  expect(lists).not.toEqual([]);
});
