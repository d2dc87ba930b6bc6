import { cpSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { bash, PROGRAM, ProgramPlace, says } from "../support/program.js";

const config = (reason: string) => ({ hooks: [{ id: "no", event: "PreToolUse", command: says("deny", reason) }] });

/** A copy of the program that cannot compile: its compiler, parsers and bundler are gone. */
function programWithoutCompiler(place: ProgramPlace): string {
  const copy = join(place.root, "program");
  cpSync(dirname(PROGRAM), join(copy, "dist"), { recursive: true });
  cpSync(join(dirname(PROGRAM), "../package.json"), join(copy, "package.json"));
  const chunks = join(copy, "dist/bin");
  const heavy = readdirSync(chunks).filter((name) => /^(compile|re2|code-config)-/.test(name));
  expect(heavy.some((name) => name.startsWith("compile-"))).toBe(true);
  for (const name of heavy) rmSync(join(chunks, name));
  return join(copy, "dist/snaphook.cjs");
}

async function reasonOf(
  place: ProgramPlace,
  options: { program?: string; cwd?: string; env?: Record<string, string> } = {},
): Promise<string | undefined> {
  const answer = (await place.hook("PreToolUse", bash("ls"), options)) as {
    hookSpecificOutput?: { permissionDecisionReason?: string };
  };
  return answer.hookSpecificOutput?.permissionDecisionReason;
}

/** The plan follows its signature. */
const planIn = (text: string) => JSON.parse(text.slice(text.indexOf("\n") + 1)) as { readonly entries: object };
const changed = (text: string, change: object) =>
  `${text.slice(0, text.indexOf("\n"))}\n${JSON.stringify({ ...planIn(text), ...change })}`;

describe("the compiled plan", () => {
  it("answers an agent without the compiler, as long as nothing has changed", async () => {
    const place = new ProgramPlace();
    const program = programWithoutCompiler(place);
    place.writeUser("hooks.json", config("first"));
    expect(await reasonOf(place, { program })).toMatch(/^Snaphook could not check this call/);
    expect(await reasonOf(place)).toBe("first");
    expect(await reasonOf(place, { program })).toBe("first");
    place.writeUser("hooks.json", config("other"));
    expect(await reasonOf(place, { program })).toMatch(/^Snaphook could not check this call/);
    expect(await reasonOf(place)).toBe("other");
    expect(await reasonOf(place, { program })).toBe("other");
  });

  it("notices a change of the same size within the same moment", async () => {
    const place = new ProgramPlace();
    const file = place.writeUser("hooks.json", config("one"));
    const when = new Date(Date.now() - 500);
    utimesSync(file, when, when);
    expect(await reasonOf(place)).toBe("one");
    writeFileSync(file, place.read(file).replace("one", "two"));
    utimesSync(file, when, when);
    expect(await reasonOf(place)).toBe("two");
  });

  it("notices new, moved and removed files, wherever they could apply", async () => {
    const place = new ProgramPlace();
    place.write(".git/HEAD", "");
    place.write("a/b/keep", "");
    const cwd = place.path("a/b");
    const ids = async () => (await place.list([], { cwd })).map(({ id }) => id);
    const hook = (id: string) => ({ hooks: [{ id, event: "Stop", command: `echo ${id}` }] });
    expect(await ids()).toEqual([]);
    place.write("a/.snaphook/hooks.json", hook("a"));
    expect(await ids()).toEqual(["a"]);
    place.write("a/b/.snaphook/hooks.d/x.json", hook("x").hooks[0]!);
    expect(await ids()).toEqual(["a", "x"]);
    place.write("a/b/.snaphook/hooks.d/w.json", hook("w").hooks[0]!);
    expect(await ids()).toEqual(["a", "w", "x"]);
    place.writeUser("hooks.yaml", "hooks: [{ id: user, event: Stop, command: 'true' }]");
    expect(await ids()).toEqual(["user", "a", "w", "x"]);
    rmSync(place.path("a/.snaphook"), { recursive: true });
    place.write("a/b/.git", "gitdir: elsewhere");
    expect(await ids()).toEqual(["user", "w", "x"]);
  });

  it("notices an approval and its end at once", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook/hooks.json", config("project"));
    expect(await reasonOf(place)).toBeUndefined();
    await place.trust();
    expect(await reasonOf(place)).toBe("project");
    await place.run(["untrust"]);
    expect(await reasonOf(place)).toBeUndefined();
  });

  it.each<[string, (plan: string) => string]>([
    ["nothing", () => ""],
    ["half a plan", (plan) => plan.slice(0, plan.length / 2)],
    ["null", () => "null"],
    ["a list", () => "[]"],
    ["no entries", (plan) => changed(plan, { entries: 5 })],
    ["no signatures", (plan) => changed(plan, { signatures: null })],
    ["a plan of another version", (plan) => changed(plan, { format: "another", entries: [] })],
    ["a plan that another program has changed", (plan) => changed(plan, { entries: [] })],
    ["a plan without its signature", (plan) => JSON.stringify({ ...planIn(plan), entries: [] })],
  ])("is made again when the file holds %s", async (_name, damage) => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", config("right"));
    await place.list();
    const file = `${place.cache}/plans/${readdirSync(`${place.cache}/plans`)[0]}`;
    const intact = place.read(file);
    place.write(file, damage(intact));
    expect(await reasonOf(place)).toBe("right");
    expect(planIn(place.read(file)).entries).toEqual(planIn(intact).entries);
  });

  it("is not needed: without a place for it, every call compiles", async () => {
    const place = new ProgramPlace();
    place.write(`${place.root}/in-the-way`, "a file");
    place.writeUser("hooks.json", config("right"));
    const env = { XDG_CACHE_HOME: `${place.root}/in-the-way`, XDG_STATE_HOME: `${place.root}/in-the-way` };
    expect(await reasonOf(place, { env })).toBe("right");
    expect(await reasonOf(place, { env })).toBe("right");
    place.writeUser("hooks.json", config("other"));
    expect(await reasonOf(place, { env })).toBe("other");
  });

  it("belongs to one home and one folder", async () => {
    const place = new ProgramPlace();
    place.write(`${place.home}/sub/.snaphook/hooks.json`, { hooks: [{ id: "sub", event: "Stop", command: "true" }] });
    place.write(`${place.home}/.snaphook/hooks.json`, { hooks: [{ id: "home", event: "Stop", command: "false" }] });
    place.write(`${place.home}/.git/HEAD`, "");
    const cwd = `${place.home}/sub`;
    expect((await place.list([], { cwd })).map(({ id }) => id)).toEqual(["sub"]);
    expect((await place.list([], { cwd, env: { HOME: place.root } })).map(({ id }) => id)).toEqual(["home", "sub"]);
    symlinkSync(cwd, `${place.root}/link`);
    expect((await place.list([], { cwd: `${place.root}/link` })).map(({ id }) => id)).toEqual(["sub"]);
  });
});
