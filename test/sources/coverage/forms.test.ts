/** An approved hook runs something, and that changes: the approval covers it, or `trust` has listed it. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { ProgramPlace } from "../../support/program.js";
import type { Form } from "./form.js";
import { FORMS } from "./forms.js";

const folder = (i: number) => `form-${i}`;
const commandOf = ({ command }: Form, i: number) => command.replaceAll("FORM", folder(i));

interface Outcome {
  readonly before: string;
  readonly after: string;
  readonly listed: boolean;
  readonly ran: string;
}

const outcomes = new Map<string, Outcome>();

/** All forms are guards of one file: what a change does to one guard, it does to no other. */
beforeAll(async () => {
  const cleanUp: (() => void)[] = [];
  const place = new ProgramPlace((clean) => cleanUp.push(clean));
  FORMS.forEach(({ files }, i) => {
    mkdirSync(place.path(folder(i)));
    for (const [path, text] of Object.entries(files)) place.write(`${folder(i)}/${path}`, text);
  });
  execFileSync("sh", ["-c", "chmod +x form-*/bin/*"], { cwd: place.project });
  place.write(".snaphook/hooks.json", {
    hooks: FORMS.map((form, i) => ({
      id: folder(i),
      event: "PreToolUse",
      guard: true,
      command: commandOf(form, i),
      cwd: folder(i),
      timeoutMs: 20_000,
    })),
  });
  const review = await place.json<{ hash: string; notCovered: string[] }>(["trust"]);
  expect((await place.run(["trust", "--hash", review.hash])).code).toBe(0);
  const states = async () => new Map((await place.list()).map((one) => [one.id, one.broken ? "broken" : one.trust]));
  const before = await states();
  FORMS.forEach(({ change }, i) => {
    for (const [path, text] of Object.entries(change)) place.write(`${folder(i)}/${path}`, text);
  });
  execFileSync("sh", ["-c", "chmod +x form-*/bin/*"], { cwd: place.project });
  const after = await states();
  FORMS.forEach((form, i) => {
    const listed = review.notCovered.some(
      (one) =>
        one.includes(`${folder(i)}/`) ||
        one.includes(commandOf(form, i).slice(0, 20)) ||
        (one.includes("(big)") && form.name.includes("packages of more")),
    );
    const ran = spawnSync("sh", ["-c", commandOf(form, i)], {
      cwd: place.path(folder(i)),
      env: { ...place.env, SNAPHOOK_PROJECT_DIR: place.project },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    outcomes.set(form.name, {
      before: before.get(folder(i))!,
      after: after.get(folder(i))!,
      listed,
      ran: `${ran.stdout}${ran.stderr}`,
    });
  });
  return () => cleanUp.forEach((clean) => clean());
});

const BY_COMMAND: Readonly<Record<string, string>> = {
  "perl hooks/": "perl modules",
  "ruby hooks/": "ruby modules",
  "php hooks/": "php modules",
  "make ": "makefiles",
  "env --chdir": "folders of wrappers",
  "npm run ": "package scripts",
};
/** What follows the scripts of a language. */
function defenceOf({ name, command }: Form): string {
  const of = Object.entries(BY_COMMAND).find(([start]) => command.startsWith(start));
  if (of !== undefined) return ` [${of[1]}]`;
  if (command === "python3 hooks/check.py") return " [python modules]";
  if (/^(?:shell|bash): /.test(name)) return " [shell scripts]";
  return /^node hooks\/check\.[cm]js$/.test(command) ? " [javascript modules]" : "";
}

const COVERED = FORMS.filter(({ listed }) => !listed).map((form) => ({ ...form, defence: defenceOf(form) }));

const isThere = (program: string) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

describe("what an approved hook runs changes", () => {
  it("there are at least 60 forms, and SECURITY.md has the figures", () => {
    expect(FORMS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(FORMS.map(({ name }) => name)).size).toBe(FORMS.length);
    const page = readFileSync(new URL("../../../SECURITY.md", import.meta.url), "utf8").replaceAll("\n", " ");
    expect(page).toContain(`has ${FORMS.length} forms`);
    expect(page).toContain(
      `${COVERED.length} are covered and ${FORMS.length - COVERED.length} are listed by \`trust\``,
    );
  });

  it.each(COVERED)("T3 $name: covered [coverage]$defence", ({ name }) => {
    const { before, after } = outcomes.get(name)!;
    expect({ before, after: after === "trusted" ? "trusted" : "blocked" }).toEqual({
      before: "trusted",
      after: "blocked",
    });
  });

  it.each(FORMS.filter(({ listed }) => listed))(
    "T3 $name: listed at `trust` [list of what is not covered]",
    ({ name }) => {
      expect(outcomes.get(name)!).toMatchObject({ before: "trusted", listed: true });
    },
  );

  it.each(FORMS.filter(({ needs }) => needs === undefined || isThere(needs)))(
    "$name: the change would run",
    ({ name }) => {
      expect(outcomes.get(name)!.ran).toContain("evil");
    },
  );
});
