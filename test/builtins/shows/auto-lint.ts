import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-P2",
  what: "repairs the changed file and tells what is left, without jq",
  async show(place) {
    place.use("auto-lint");
    const program = (name: string, body: string) =>
      chmodSync(place.write(join(place.root, "bin", name), `#!/bin/sh\n${body}\n`), 0o755);
    program("npx", `echo "npx $*" >> "$HOME/calls"; echo "2: no-unused-vars"; exit 1`);
    program("ruff", `echo "ruff $*" >> "$HOME/calls"`);
    const env = { PATH: join(place.root, "bin") };
    const edit = (file: string) => place.after("Edit", { file_path: place.path(file) }, {}, { env });
    const { context, said } = await edit("src/a b.ts");
    expect(context).toMatch(/npx found problems in src\/a b\.ts:\n[\s\S]*no-unused-vars/);
    expect(said.hookSpecificOutput).toMatchObject({ additionalContext: expect.stringContaining("no-unused-vars") });
    expect((await edit("b.py")).context).toBe("");
    expect((await edit("notes.md")).context).toBe("");
    const lines = place.read(join(place.home, "calls")).trim().split("\n");
    expect(lines).toEqual(["npx --no-install eslint --fix src/a b.ts", "ruff check --fix b.py"]);
    const missing = await place.after("Edit", { file_path: place.path("c.py") }, {}, { env: { PATH: "/nowhere" } });
    expect(JSON.stringify(missing.said)).toContain("ruff was not found");
  },
};

export default show;
