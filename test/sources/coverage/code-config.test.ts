/** What a code config loads is known when it is approved, or blocks. */
import { describe, expect, it } from "vitest";
import { bash, ProgramPlace } from "../../support/program.js";

const FILE = "snaphook.config.mjs";
const config = (top: string, run = `({ decision: "deny", reason: "approved" })`) =>
  `${top}\nexport default { hooks: [{ id: "code", event: "PreToolUse", guard: true, run: () => ${run} }] };\n`;

async function approve(files: Readonly<Record<string, string>>): Promise<ProgramPlace> {
  const place = new ProgramPlace();
  for (const [path, text] of Object.entries(files)) place.write(path, text);
  expect((await place.trust()).code).toBe(0);
  expect((await place.fire("PreToolUse", bash("ls"))).reason).toBe("approved");
  return place;
}

describe("a code config", () => {
  it.each([
    ["a package", `import "not-there";`],
    ["a package of a scope", `import x from "@scope/not-there"; void x;`],
  ])("T3 that imports %s which is not there cannot be approved [unresolved import]", async (_, text) => {
    const place = new ProgramPlace();
    place.write(FILE, config(text));
    const ran = await place.run(["trust"]);
    expect(ran.code).not.toBe(0);
    expect(`${ran.stdout}${ran.stderr}`).toMatch(/CODE_CONFIG_FAILED: .*not-there/);
  });

  it.each([
    [
      "require in try",
      { "lib.cjs": `try { require("./later.cjs"); } catch {}\n`, [FILE]: config(`import "./lib.cjs";`) },
      "later.cjs",
    ],
    [
      "a package that is required in try",
      { "lib.cjs": `try { require("later"); } catch {}\n`, [FILE]: config(`import "./lib.cjs";`) },
      "node_modules/later/index.js",
    ],
    [
      "createRequire",
      {
        [FILE]: config(
          `import { createRequire } from "node:module";\nconst load = createRequire(import.meta.url);\nlet more;\ntry { more = load("./later.cjs"); } catch {}`,
          `more ?? ({ decision: "deny", reason: "approved" })`,
        ),
      },
      "later.cjs",
    ],
  ])("T3 covers as absent what is loaded by %s [left to load]", async (_, files, later) => {
    const place = new ProgramPlace();
    for (const [path, text] of Object.entries(files)) place.write(path, text as string);
    const trusted = await place.trust();
    expect([trusted.code, trusted.stderr]).toEqual([0, ""]);
    expect((await place.fire("PreToolUse", bash("ls"))).reason).toBe("approved");
    place.write(later, `import("node:fs").then((fs) => fs.writeFileSync("canary", ""));\n`);
    const { decision, reason } = await place.fire("PreToolUse", bash("ls"));
    expect([decision, reason]).toEqual(["deny", expect.stringContaining("could not decide")]);
    expect(place.has("canary")).toBe(false);
  });

  it("T3 lists modules whose names are computed [left to load]", async () => {
    const place = new ProgramPlace();
    place.write(FILE, config("", `import(process.env.X ?? "./x.mjs").catch(() => undefined)`));
    const { notCovered } = await place.json<{ notCovered: string[] }>(["trust"]);
    expect(notCovered).toEqual([expect.stringContaining("only known at run time")]);
  });

  it("is approved without a warning if it only imports what is there", async () => {
    const place = await approve({
      [FILE]: config(`import { a } from "./a.mjs"; void a;`),
      "a.mjs": "export const a = 1;\n",
    });
    place.write("b.mjs", "");
    expect((await place.fire("PreToolUse", bash("ls"))).reason).toBe("approved");
  });
});
