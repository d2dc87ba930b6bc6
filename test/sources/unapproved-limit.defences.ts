import { checkDefences } from "../support/without-defence.js";

const LIMIT = "src/sources/compile/unapproved-limit.ts";
const COMPILE = "src/sources/compile/compile-plan.ts";

checkDefences({
  tests: ["test/sources/unapproved-limit.test.ts"],
  defences: [
    {
      defence: "unapproved limit",
      file: LIMIT,
      find: "this.#left.push(path);\n    return false;",
      replace: "return true;",
    },
    { defence: "limit of number", file: LIMIT, find: "this.#files < MOST_FILES && ", replace: "" },
    { defence: "limit of size", file: LIMIT, find: "this.#bytes < MOST_BYTES && ", replace: "" },
    { defence: "limit of time", file: LIMIT, find: " && this.#spentMs < MOST_MS", replace: "" },
    {
      defence: "user first",
      file: COMPILE,
      find: `for (const file of files.filter(({ scope }) => scope === "user")) await load(file);`,
      replace: "",
    },
    {
      defence: "user first",
      file: COMPILE,
      find: `for (const one of unreadableIn(config, this.#probe)) this.#keepUnread(one, "user");`,
      replace: `for (const one of unreadableIn(config, this.#probe)) this.#keepUnread(one, "user");
      for (const file of files.filter(({ scope }) => scope === "user")) await load(file);`,
    },
    {
      defence: "unique keys",
      file: "src/sources/read/config-text.ts",
      find: "uniqueKeys: false",
      replace: "uniqueKeys: true",
    },
  ],
});
