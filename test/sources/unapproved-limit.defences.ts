import { checkDefences } from "../support/without-defence.js";

checkDefences({
  tests: ["test/sources/unapproved-limit.test.ts"],
  defences: [
    {
      defence: "unapproved limit",
      file: "src/sources/compile/unapproved-limit.ts",
      find: "this.#left.push(path);\n    return false;",
      replace: "return true;",
    },
  ],
});
