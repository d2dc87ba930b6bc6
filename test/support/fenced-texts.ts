/** What hooks of a project or a plugin said, without the fences around it. */
import { expect } from "vitest";
import { readFences } from "../../src/core/decision/fence.js";

export function fencedTexts(context: string | null | undefined): string[] {
  const pieces = readFences(context ?? "");
  expect(pieces.filter(({ by }) => by === undefined)).toEqual([]);
  return pieces.map(({ text }) => text);
}
