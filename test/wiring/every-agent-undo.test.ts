/**
 * Every agent with wiring: `install`, then `uninstall`, and the folders hold the bytes that they held before. In the forms in which
 * people and their tools write config files.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import type { Adapter, WiredFile } from "../../src/adapters/contract.js";
import { unwire, wire } from "../../src/runtime/wiring/wire.js";
import { ProgramPlace } from "../support/program.js";

const JSON_TEXT = '{\n  "mine": "x",\n  "z": [1, 2]\n}\n';
const TOML_TEXT = '# mine\nmodel = "x"\n\n[other]\nkey = 1\n';

interface Form {
  readonly json: string;
  readonly toml: string;
  /** After the file was written. */
  readonly then?: (file: string) => void;
  /** Neither its bytes nor its mode may change when it is wired. */
  readonly mode?: number;
}

const both = (change: (text: string) => string, more: Partial<Form> = {}): Form => ({
  json: change(JSON_TEXT),
  toml: change(TOML_TEXT),
  ...more,
});

const FORMS: Readonly<Record<string, Form>> = {
  "as usual": both((text) => text),
  "CRLF lines": both((text) => text.replaceAll("\n", "\r\n")),
  "a byte order mark": both((text) => `\uFEFF${text}`),
  "a byte order mark and CRLF": both((text) => `\uFEFF${text.replaceAll("\n", "\r\n")}`),
  "no final newline": both((text) => text.trimEnd()),
  "several final newlines": both((text) => `${text}\n\n\n`),
  "CRLF and no final newline": both((text) => text.trimEnd().replaceAll("\n", "\r\n")),
  comments: {
    json: '// first\n{\n  /* a */ "mine": "x", // b\n  // c\n}\n// last\n',
    toml: `# first\n${TOML_TEXT}# last, without a table\n`,
  },
  "tabs and trailing commas": {
    json: '{\n\t"mine":\t"x",\n\t"list": [1,\n\t\t2,],\n}\n',
    toml: TOML_TEXT.replaceAll(" = ", "\t=\t"),
  },
  "unusual indentation": {
    json: '   {   "mine"\n:\n"x"   ,"n":1e3 }   \n',
    toml: "   model='x'   \n\n\n\n  [ other ]\n  a.b = 1\n",
  },
  "one line": { json: '{"mine":"x","z":{}}', toml: 'model="x"' },
  "hooks of their own": {
    json: '{\n    "hooks": {\n        "Theirs": []\n    },\n    "z": 1\n}\n',
    toml: `${TOML_TEXT}\n[[theirs]]\na = 1\n`,
  },
  "an empty hooks key": { json: '{\n  "mine": 1,\n  "hooks": {}\n}\n', toml: TOML_TEXT },
  "an empty file": { json: "", toml: "" },
  "only blanks": { json: " \n\n", toml: " \n\n" },
  "a read-only file": both((text) => text, { mode: 0o444 }),
  "a link to a file elsewhere": both((text) => text, {
    then: (file) => {
      const target = join(dirname(dirname(file)), `elsewhere-${basename(dirname(file))}-${basename(file)}`);
      writeFileSync(target, readFileSync(file));
      rmSync(file);
      symlinkSync(relative(dirname(file), target), file);
    },
  }),
};

const wirable = Object.values(ADAPTERS).filter(({ wiring }) => wiring !== undefined);

const placesOf = ({ home, project, env }: ProgramPlace) => ({ home, project, environment: env });

function filesOf(place: ProgramPlace, scope: "user" | "project"): WiredFile[] {
  const files = wirable.flatMap(({ wiring }) => wiring!.files(scope, placesOf(place)));
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

/** Files that may hold text of the user; the others are ours as a whole. */
const isShared = ({ format: { kind } }: WiredFile) => kind === "groups" || kind === "list" || kind === "toml";

/** Every path below the folder, with its mode and its bytes. */
function contentOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    const content = stat.isSymbolicLink()
      ? `-> ${readlinkSync(path)}`
      : stat.isFile()
        ? JSON.stringify(readFileSync(path, "latin1"))
        : "";
    if (!name.startsWith(".git/")) found[name] = `${(stat.mode & 0o777).toString(8)} ${content}`;
  }
  return found;
}

function writeFiles(files: readonly WiredFile[], form: Form): void {
  for (const { path, format } of files.filter(isShared)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, format.kind === "toml" ? form.toml : form.json);
    if (form.mode !== undefined) chmodSync(path, form.mode);
    form.then?.(path);
  }
}

const all = wirable.map(({ name }) => name);

/** Wires and unwires one file, as `install` and `uninstall` do. `meanwhile` may change it in between. */
function undone(place: ProgramPlace, adapter: Adapter, file: WiredFile, meanwhile: (text: string) => string): void {
  const at = { adapter, file, dataFolder: place.data };
  expect(wire(at, { dryRun: false }), file.path).toMatchObject({ changed: true });
  const text = readFileSync(file.path, "utf8");
  expect(text).toContain(place.data);
  if (meanwhile(text) !== text) {
    const { mode } = lstatSync(file.path);
    chmodSync(file.path, 0o600);
    writeFileSync(file.path, meanwhile(text));
    if (!lstatSync(file.path).isSymbolicLink()) chmodSync(file.path, mode);
  }
  expect(unwire(at, { dryRun: false }), file.path).toMatchObject({ changed: true });
}

/** What a person wrote for persons. */
const commentsIn = (text: string) => text.match(/\/\/[^\r\n]*|\/\*.*?\*\/|#[^\r\n]*/g) ?? [];

describe.each(Object.entries(FORMS))("%s", (_name, form) => {
  const change = (text: string) => text.replace(/(["'])x\1/, "$1y$1");

  it.each([
    ["gets its bytes back", (text: string) => text],
    ["keeps what the user has changed since, and every comment", change],
  ])("CF-21 FL-02 every agent's file %s", (_what, meanwhile) => {
    const place = new ProgramPlace();
    for (const adapter of wirable)
      for (const scope of ["user", "project"] as const)
        for (const file of adapter.wiring!.files(scope, placesOf(place)).filter(isShared)) {
          writeFiles([file], form);
          const before = readFileSync(file.path, "utf8");
          const { mode } = lstatSync(file.path);
          undone(place, adapter, file, meanwhile);
          const after = readFileSync(file.path, "utf8");
          if (meanwhile(before) === before) expect(after, file.path).toBe(before);
          expect(after.includes("y"), file.path).toBe(meanwhile(before).includes("y"));
          expect(commentsIn(after), file.path).toEqual(commentsIn(before));
          expect(after, file.path).not.toContain(place.data);
          expect(lstatSync(file.path).mode).toBe(mode);
          rmSync(dirname(file.path), { recursive: true });
        }
  });
});

// All agents at once, each of whose files has another form.
it.each(["user", "project"] as const)(
  "CF-21 FL-02 by the program, %s config: no file, folder or byte is left",
  async (scope) => {
    const place = new ProgramPlace();
    execFileSync("git", ["init", "-q", place.project]);
    const files = filesOf(place, scope);
    const forms = Object.values(FORMS);
    // Not in the folders of every second agent, so that they are created.
    for (const [n, file] of files.entries()) if (n % 3 !== 2) writeFiles([file], forms[n % forms.length]!);
    const folder = scope === "user" ? place.home : place.project;
    const before = contentOf(folder);
    const agents = all.filter((name) => ADAPTERS[name]!.wiring!.files(scope, placesOf(place)).length > 0);
    const flags = scope === "project" ? ["--project"] : [];
    const installed = await place.run(["install", ...agents, ...flags]);
    expect(installed.code, installed.stderr).toBe(0);
    for (const { path } of files) expect(readFileSync(path, "utf8"), path).toContain(place.data);
    const removed = await place.run(["uninstall", ...agents, ...flags]);
    expect(removed.code, removed.stderr).toBe(0);
    expect(contentOf(folder)).toEqual(before);
  },
);

it("CF-20 an empty .gitignore stays one", async () => {
  const place = new ProgramPlace();
  execFileSync("git", ["init", "-q", place.project]);
  place.write(".gitignore", "");
  await place.run(["install", "claude-code", "--project"]);
  expect(place.read(".gitignore")).toContain("settings.local.json");
  await place.run(["uninstall", "claude-code", "--project"]);
  expect(existsSync(join(place.project, ".gitignore"))).toBe(true);
  expect(place.read(".gitignore")).toBe("");
});
