import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { buildParts } from "../model/build-defect.js";
import type { Defect } from "../support/bundle-module.js";
import { removeFolder } from "../support/remove-folder.js";
import { loosened } from "./never-looser.js";
import { policies } from "./policies.js";

const folder = mkdtempSync(join(tmpdir(), "snaphook-tighten-"));
afterAll(() => removeFolder(folder));

const CASES = 20_000;
const cases = fc.sample(policies, { numRuns: CASES, seed: 20_260_202 });

/** One line of defence each. */
const HOLES: readonly Defect[] = [
  {
    name: "a project may allow",
    file: "core/decision/merge.ts",
    from: 'verdict === "allow" && !mayAllow(hook.source.level)',
    to: "false",
  },
  {
    name: "a project comes before its owners",
    file: "core/hooks/hook-table.ts",
    from: "[true, false],\n  [true, true],\n  [false, false],",
    to: "[false, false],\n  [true, false],\n  [true, true],",
  },
  {
    name: "a project rewrites before the owners' guards judge",
    file: "core/hooks/hook-table.ts",
    from: "[true, true],\n  [false, false],",
    to: "[false, false],\n  [true, true],",
  },
  {
    name: "a project shares a stage with its owners",
    file: "core/hooks/hook-table.ts",
    from: "last.owner === owner && ",
    to: "",
  },
  {
    name: "what a project made of the input is not judged",
    file: "engine/stage-queue.ts",
    from: "owner && this.withdrawn",
    to: "owner && this.ownersDone",
  },
  {
    name: "a guard that could not be decided for one input is not asked about the next",
    file: "engine/stage-queue.ts",
    from: "return !this.#unwanted.some((one) => one.hook === hook);",
    to: "return !this.#unwanted.some((one) => one.hook === hook) && hook.match.params?.kind !== 'slow-regex';",
  },
  {
    name: "a project changes what an owner has set",
    file: "core/decision/rewrites.ts",
    from: "this.#owned.has(key)",
    to: "false",
  },
  {
    name: "a project removes what an owner has set",
    file: "core/decision/rewrites.ts",
    from: "[...kept, ...owned]",
    to: "kept",
  },
  {
    name: "a project turns a call into one that is allowed",
    file: "core/decision/merge.ts",
    from: "this.#ownersMade() || this.#ownersAllowed",
    to: "true",
  },
  {
    name: "a project replaces the output that an owner gave",
    file: "core/decision/merge.ts",
    from: "byOwner || this.#output?.byOwner !== true",
    to: "true",
  },
  {
    name: "a project's context crowds out an owner's",
    file: "core/decision/merge.ts",
    from: "if (mayAllow(source.level)) this.#context.splice(this.#ownersContext++, 0, part);\n    else this.#context.push(part);",
    to: "this.#context.unshift(part);",
  },
  {
    name: "a project's hook takes the one turn of an owner's with the same id",
    file: "engine/session-state.ts",
    from: 'mayAllow(hook.source.level) ? "once" : "once-in-project"',
    to: '"once"',
  },
  {
    name: "a project's guard that cannot be decided denies before the owners have spoken",
    file: "engine/fire-run.ts",
    from: "if (this.#turns.ownersDone || mayAllow(hook.source.level)) this.#countUndecided(hook);",
    to: "this.#countUndecided(hook);",
  },
];

describe("the property can fail", () => {
  it("T2 holds in an unchanged build", async () => {
    const parts = await buildParts(folder, "unchanged");
    for (const one of cases.slice(0, 200)) expect(await loosened(parts, one)).toEqual([]);
  });

  it.each(HOLES.map((hole, i) => ({ ...hole, i })))(
    "T2 finds the hole: $name",
    { timeout: 600_000 },
    async ({ i, ...hole }) => {
      const parts = await buildParts(folder, `hole-${i}`, hole);
      let found: readonly string[] = [];
      for (let n = 0; n < CASES && found.length === 0; n++) found = await loosened(parts, cases[n]!);
      expect(found).not.toEqual([]);
    },
  );
});
