import { existsSync, readdirSync, readFileSync } from "node:fs";
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

describe("payloads in documentation and examples", () => {
  it("name files as agents do: by absolute paths", () => {
    const folders = ["docs", "examples"].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
    );
    const relative = ["README.md", ...folders]
      .filter((file) => /\.(?:md|mjs|jsonl?)$/.test(file) && file !== "docs/builtins.md") // that page is generated
      .flatMap((file) =>
        [...readFileSync(join(ROOT, file), "utf8").matchAll(/file_path\\?"?: \\?"(?!\/|\$PWD|\{)[^"]*/g)].map(
          ([text]) => `${file}: ${text}`,
        ),
      );
    expect(relative).toEqual([]);
  });
});
