import { checkDefences } from "../support/without-defence.js";

const own = "src/sources/compile/own-config.ts";

checkDefences({
  tests: ["test/failures/own-config.test.ts"],
  defences: [
    {
      defence: "last good",
      file: own,
      find: `const good = this.#lastGood?.get(path);`,
      replace: `const good = undefined as string | undefined;`,
    },
    {
      defence: "last good",
      file: own,
      find: `[...(this.#lastGood ?? [])].filter(([one]) => isIn`,
      replace: `[...(new Map<string, string>())].filter(([one]) => isIn`,
    },
    { defence: "stand-in", file: own, find: `return [standIn(damage)];`, replace: `return [];` },
  ],
});
