/** Hooks of ordinary projects are approved without a warning, and stay approved while people work. */
import { beforeAll, describe, expect, it } from "vitest";
import { ProgramPlace } from "../../support/program.js";
import { PROJECTS, unrelatedEdits } from "./ordinary-projects.js";

const folder = (i: number) => `project-${i}`;
const outcomes = new Map<
  string,
  { readonly warnings: readonly string[]; readonly before: string; readonly after: string }
>();

beforeAll(async () => {
  const cleanUp: (() => void)[] = [];
  const place = new ProgramPlace((clean) => cleanUp.push(clean));
  PROJECTS.forEach(({ files }, i) => {
    for (const [path, text] of Object.entries({ keep: "", ...files })) place.write(`${folder(i)}/${path}`, text);
  });
  place.write(".snaphook/hooks.json", {
    hooks: PROJECTS.map(({ command }, i) => ({
      id: folder(i),
      event: "PreToolUse",
      guard: true,
      command,
      cwd: folder(i),
    })),
  });
  const { hash, notCovered } = await place.json<{ hash: string; notCovered: string[] }>(["trust"]);
  expect((await place.run(["trust", "--hash", hash])).code).toBe(0);
  const states = async () => new Map((await place.list()).map((one) => [one.id, one.broken ? "broken" : one.trust]));
  const before = await states();
  PROJECTS.forEach((project, i) => {
    for (const [path, text] of Object.entries(unrelatedEdits(project))) place.write(`${folder(i)}/${path}`, text);
  });
  const after = await states();
  PROJECTS.forEach(({ name, command }, i) => {
    const start = command.replace(/\s+/g, " ").slice(0, 30);
    const warnings = notCovered.filter((one) => one.includes(`${folder(i)}/`) || one.startsWith(start));
    outcomes.set(name, { warnings, before: before.get(folder(i))!, after: after.get(folder(i))! });
  });
  // Every warning is one of a project.
  expect([...outcomes.values()].flatMap(({ warnings }) => warnings).sort()).toEqual([...notCovered].sort());
  return () => cleanUp.forEach((clean) => clean());
});

describe("40 ordinary hook projects", () => {
  it("are 40, and at least 38 are approved without a warning", () => {
    expect(PROJECTS.length).toBe(40);
    expect(PROJECTS.filter(({ name }) => outcomes.get(name)!.warnings.length === 0).length).toBeGreaterThanOrEqual(38);
  });

  it.each(PROJECTS)("$name", ({ name, warned }) => {
    const { warnings, before, after } = outcomes.get(name)!;
    expect({ isWarned: warnings.length > 0, warnings, before, after }).toEqual({
      isWarned: warned === true,
      warnings: warned ? expect.anything() : [],
      before: "trusted",
      after: "trusted",
    });
  });
});
