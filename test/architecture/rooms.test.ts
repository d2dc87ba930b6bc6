import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, readSources } from "./source-tree.js";

const sources = readSources();
const ARCHITECTURE = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");

/** Which rooms a room may import. Files directly in src are the package's entry points. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  engine: ["core"],
  executors: ["core", "disk"],
  disk: [],
  sources: ["core", "disk", "effects"],
  memory: ["core"],
  store: ["core", "disk", "memory"],
  capture: ["core"],
  approvals: ["core"],
  models: ["core", "disk"],
  threads: ["core"],
  adapters: ["core"],
  effects: ["core"],
  builtins: ["core", "disk", "effects"],
  runtime: ["core", "disk", "engine", "executors", "sources", "adapters", "builtins", "models", "threads"],
  client: ["core", "disk", "executors", "adapters", "runtime"],
  daemon: [
    "core",
    "disk",
    "engine",
    "executors",
    "sources",
    "adapters",
    "effects",
    "builtins",
    "runtime",
    "store",
    "capture",
    "client",
    "approvals",
    "memory",
    "threads",
  ],
  page: ["core", "daemon"],
  testing: ["core", "disk", "engine", "executors", "sources", "adapters", "builtins", "runtime"],
  cli: [
    "core",
    "disk",
    "engine",
    "executors",
    "sources",
    "adapters",
    "effects",
    "builtins",
    "runtime",
    "store",
    "client",
    "daemon",
    "memory",
    "threads",
  ],
  entry: [
    "core",
    "disk",
    "engine",
    "executors",
    "sources",
    "adapters",
    "builtins",
    "runtime",
    "client",
    "testing",
    "threads",
  ],
};

const roomOf = (path: string) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "entry");

describe("rooms", () => {
  it("imports go in one direction only", () => {
    const wrong = sources.flatMap((file) =>
      file.imports
        .filter(
          (target) => roomOf(target) !== roomOf(file.path) && !MAY_IMPORT[roomOf(file.path)]?.includes(roomOf(target)),
        )
        .map((target) => `${file.path} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("ARCHITECTURE.md lists the same imports", () => {
    const rows = [...ARCHITECTURE.matchAll(/^\| `src\/([\w*.]+)` \|.*\| ([^|]+) \|$/gm)];
    const listed = rows.map(([, room, may]) => [
      room === "*.ts" ? "entry" : room,
      may === "nothing" ? [] : may!.split(", "),
    ]);
    expect(Object.fromEntries(listed)).toEqual(MAY_IMPORT);
  });

  it("ARCHITECTURE.md names files that exist", () => {
    const named = [...ARCHITECTURE.matchAll(/`([\w./-]+\.(?:ts|mjs|md))`/g)].map(([, path]) => path!);
    const exists = (path: string) =>
      existsSync(join(ROOT, path)) || sources.some((file) => `/${file.path}`.endsWith(`/${path}`));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((path) => !exists(path))).toEqual([]);
  });

  it("every file lives in a known room", () => {
    expect(sources.map(({ path }) => roomOf(path)).filter((room) => !(room in MAY_IMPORT))).toEqual([]);
  });

  it("there are no import cycles", () => {
    const graph = new Map(sources.map((file) => [file.path, file.loads]));
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: readonly string[]) => {
      if (trail.includes(path)) return void cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      if (done.has(path)) return;
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });

  it("the core is pure: no machine, no clock, no environment, no packages", () => {
    const core = sources.filter(({ path }) => path.startsWith("core/"));
    expect(core.flatMap(({ path, packages }) => packages.map((name) => `${path} → ${name}`))).toEqual([]);
    const reaches = /\b(process\.|Date\.now|new Date\(\)|Math\.random|setTimeout|setInterval|performance\.|fetch\()/;
    expect(core.filter(({ text }) => reaches.test(withoutComments(text))).map(({ path }) => path)).toEqual([]);
  });

  it("the local page loads nothing of the daemon but types, and of the core only how text is shown", () => {
    const page = sources.filter(({ path }) => path.startsWith("page/"));
    expect(page.length).toBeGreaterThan(10);
    const foreign = page.flatMap(({ imports }) => imports.filter((target) => !target.startsWith("page/")));
    expect([...new Set(foreign)].sort()).toEqual(["core/text/visible-text.ts", "daemon/http/schemas/page-types.ts"]);
    const loaded = page.flatMap(({ loads }) => loads.filter((target) => !target.startsWith("page/")));
    expect([...new Set(loaded)]).toEqual(["core/text/visible-text.ts"]);
  });

  it("an adapter never imports another, and a dialect only its relatives", () => {
    const crossing = sources.flatMap((file) => {
      const own = /^adapters\/([^/_]+)\//.exec(file.path)?.[1];
      if (own === undefined) return [];
      return file.imports
        .filter((target) => /^adapters\/[^/_]+\//.test(target) && !target.startsWith(`adapters/${own}/`))
        .map((target) => `${file.path} → ${target}`);
    });
    expect(crossing).toEqual([]);
  });

  it("only the gate can make an admitted hook", () => {
    const makers = sources
      .filter(({ text }) => /as AdmittedHook\b/.test(text.replace(/as AdmittedHook\)/g, "")))
      .map(({ path }) => path);
    expect(makers).toEqual(["core/hooks/admission.ts"]);
  });

  it("a person is known by the port only: no command looks at the terminal or the processes above it", () => {
    const importers = (path: string) =>
      sources.filter(({ imports }) => imports.includes(path)).map((file) => file.path);
    expect(importers("cli/human/terminal-person.ts")).toEqual(["cli/run-line.ts"]);
    for (const part of ["cli/human/find-parent-agent.ts", "cli/human/who.ts", "runtime/platform/own-terminal.ts"])
      expect(importers(part), part).toEqual(["cli/human/terminal-person.ts"]);
  });

  it("files stay readable: over 300 lines is reported, over 500 fails, tables are exempt", () => {
    const lengths = sources
      .filter(({ path, text }) => !/(^|\/)_[\w-]+\.ts$/.test(path) && !isTable(text))
      .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }));
    const over = (limit: number) =>
      lengths.filter(({ lines }) => lines > limit).map(({ path, lines }) => `${path}: ${lines}`);
    if (over(300).length > 0) console.warn(`Over 300 lines, each needs a reason:\n${over(300).join("\n")}`);
    expect(over(500)).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
}

/** Data rather than code: at least four lines in five are entries of a literal. */
function isTable(text: string): boolean {
  const lines = withoutComments(text)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.filter((line) => /^\s*["'`[{/}\]\w$-]+.*,$|^\s*[\]}],?$/.test(line)).length >= lines.length * 0.8;
}
