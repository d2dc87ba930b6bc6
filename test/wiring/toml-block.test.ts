import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { beforeEach, describe, expect, it } from "vitest";
import type { WiredCall } from "../../src/adapters/contract.js";
import kimi from "../../src/adapters/kimi/index.js";
import type { Edited } from "../../src/runtime/wiring/formats/editor.js";
import { tomlBlock } from "../../src/runtime/wiring/formats/toml-block.js";
import { wiredState } from "../../src/runtime/wiring/wire.js";
import { ProgramPlace } from "../support/program.js";

const editor = tomlBlock({
  kind: "toml",
  table: "hooks",
  entry: ({ event, command, seconds }) =>
    `event = "${event}"\ncommand = ${JSON.stringify(command)}\ntimeout = ${seconds}`,
});
const wanted: WiredCall[] = ["PreToolUse", "Stop"].map((event) => ({
  event,
  command: `/data/snaphook/launch kimi ${event}`,
  seconds: 600,
  gates: false,
}));
const textOf = (edited: Edited) => {
  if ("problem" in edited) throw new Error(edited.problem);
  return edited.text ?? "";
};
const install = (text: string, calls = wanted) => textOf(editor.put(text, calls));
const uninstall = (text: string) => textOf(editor.take(text));
const hooksIn = (text: string) => (parse(text)["hooks"] ?? []) as { event: string; command: string }[];

const MINE = `# mine
default_model = "x" # stays

[[hooks]]
event = "Stop"
command = "echo mine" # not yours

[models.x]
max_context_size = 1
`;

describe("our entries in a TOML config", () => {
  it("CF-23 golden: one marked block of tables at the end", () => {
    expect(install("")).toBe(`# >>> snaphook: written by \`snaphook install\`, taken out by \`snaphook uninstall\` >>>
[[hooks]]
event = "PreToolUse"
command = "/data/snaphook/launch kimi PreToolUse"
timeout = 600
[[hooks]]
event = "Stop"
command = "/data/snaphook/launch kimi Stop"
timeout = 600
# <<< snaphook <<<
`);
  });

  it("CF-21 leaves the person's tables, comments and own hooks as they are", () => {
    const text = install(MINE);
    expect(text.startsWith(MINE)).toBe(true);
    expect(hooksIn(text).map(({ command }) => command)).toEqual(["echo mine", ...wanted.map(({ command }) => command)]);
    expect(uninstall(text)).toBe(MINE);
    expect(editor.count(text)).toBe(2);
    expect(editor.count(MINE)).toBe(0);
  });

  it("twice is once, and entries that are no longer wanted go", () => {
    const once = install(MINE);
    expect(install(once)).toBe(once);
    const fewer = install(once, wanted.slice(0, 1));
    expect(editor.count(fewer)).toBe(1);
    expect(uninstall(fewer)).toBe(MINE);
  });

  it("keeps the line ends of the file, and one that ends without any", () => {
    const windows = MINE.replaceAll("\n", "\r\n");
    const text = install(windows);
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    expect(uninstall(text)).toBe(windows);
    expect(install('a = "b"')).toMatch(/^a = "b"\n# >>>/);
    expect(uninstall(install("\uFEFFa = 1\n"))).toBe("\uFEFFa = 1\n");
  });

  it.each([
    ['hooks = [{ event = "Stop", command = "x" }]', "a form to which"],
    ["hooks = []", "a form to which"],
    ["[hooks]\na = 1", "a form to which"],
    ["hooks.a = 1", "a form to which"],
    ["hooks = 1", "a form to which"],
    ["a = ", "not valid TOML (line 1)"],
    ['ok = 1\n[models\nx = "y"', "not valid TOML (line 2)"],
    ["a = 1\na = 2", "not valid TOML"],
    [install("").replace("# <<< snaphook <<<\n", ""), "only one of the two lines"],
    [install("").replace(/^#.*\n/, ""), "only one of the two lines"],
  ])("CF-22 leaves %j alone and says why", (text, why) => {
    expect(editor.put(text, wanted)).toEqual({ problem: expect.stringContaining(why) });
  });

  it("what the agent wrote between our lines stays when ours are taken out", () => {
    const added = '[providers.new]\ntype = "openai"\n\n';
    const text = install(MINE).replace('[[hooks]]\nevent = "PreToolUse"', `${added}[[hooks]]\nevent = "PreToolUse"`);
    expect(uninstall(text)).toBe(`${MINE}${added}`);
  });

  it("knows its entries again when the agent has rewritten the whole file", () => {
    const rewritten = `${stringify(parse(install(MINE)))}\n`;
    expect(rewritten).not.toContain("#");
    expect(editor.count(rewritten)).toBe(2);
    expect(install(rewritten)).toBe(rewritten);
    expect(parse(uninstall(rewritten))).toEqual(parse(MINE));
  });

  it("refuses to touch entries of ours in a form it cannot take out alone", () => {
    const inline = `hooks = [{ event = "Stop", command = "${wanted[1]!.command}" }, { event = "Stop", command = "x" }]\n`;
    expect(editor.take(inline)).toEqual({ problem: expect.stringContaining("cannot be identified") });
  });

  it("a text that only looks like one of ours is not", () => {
    const note = `note = """\n[[hooks]]\ncommand = "${wanted[0]!.command}"\n"""\n`;
    expect(editor.count(note)).toBe(0);
    const taken = editor.take(note);
    expect("problem" in taken || taken.text === note).toBe(true);
  });

  it("whatever the file holds, putting in and taking out gives its bytes back", () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string()));
    const file = fc.record({
      model: value,
      table: fc.dictionary(fc.string({ minLength: 1 }), value),
      hooks: fc.array(fc.record({ event: fc.constant("Stop"), command: fc.string() }), { minLength: 1 }),
    });
    fc.assert(
      fc.property(file, fc.boolean(), (content, windows) => {
        const text = `# mine\n${stringify(content)}\n`.replaceAll("\n", windows ? "\r\n" : "\n");
        const installed = install(text);
        expect(hooksIn(installed)).toHaveLength(content.hooks.length + 2);
        expect(uninstall(installed)).toBe(text);
      }),
    );
  });
});

describe("snaphook install kimi", () => {
  let place: ProgramPlace;
  let config: string;
  beforeEach(() => {
    place = new ProgramPlace();
    config = join(place.home, ".kimi-code/config.toml");
  });
  const write = (text: string) => {
    mkdirSync(dirname(config), { recursive: true });
    writeFileSync(config, text);
  };
  const read = () => readFileSync(config, "utf8");
  const state = () => {
    const [file] = kimi.wiring!.files("user", { home: place.home, project: place.project, environment: {} });
    return wiredState({ adapter: kimi, file: file!, dataFolder: place.data });
  };

  it.each([MINE, MINE.trimEnd(), MINE.replaceAll("\n", "\r\n")])("CF-21 gives %j its bytes back", async (text) => {
    write(text);
    expect((await place.run(["install", "kimi"])).code).toBe(0);
    expect(hooksIn(read()).length).toBeGreaterThan(15);
    await place.run(["uninstall", "kimi"]);
    expect(read()).toBe(text);
  });

  it("leaves no file and no folder where there was none, and takes KIMI_CODE_HOME", async () => {
    await place.run(["install", "kimi"]);
    expect(existsSync(config)).toBe(true);
    await place.run(["uninstall", "kimi"]);
    expect(existsSync(dirname(config))).toBe(false);
    await place.run(["install", "kimi"], { env: { KIMI_CODE_HOME: join(place.root, "elsewhere") } });
    expect(place.read(join(place.root, "elsewhere/config.toml"))).toContain("launch kimi Stop");
  });

  it("CF-22 leaves a file that is not valid TOML alone and says so", async () => {
    write("default_model = \n");
    const ran = await place.run(["install", "kimi"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("AGENT_CONFIG_UNREADABLE");
    expect(ran.stderr).toContain("not valid TOML (line 1)");
    expect(read()).toBe("default_model = \n");
  });

  it("CF-24 is up to date whatever others change, and not when our own entries differ", async () => {
    write(MINE);
    await place.run(["install", "kimi"]);
    expect(state().current).toBe(true);
    write(`${read().replace('"x" # stays', '"y"')}\n[thinking]\nenabled = true\n`);
    expect(state().current).toBe(true);
    write(read().replace("timeout = 600", "timeout = 60"));
    expect(state().current).toBe(false);
    await place.run(["install", "kimi"]);
    expect(state()).toEqual({ count: hooksIn(read()).length - 1, current: true });
    await place.run(["uninstall", "kimi"]);
    expect(read()).toContain("[thinking]");
    expect(hooksIn(read())).toEqual([{ event: "Stop", command: "echo mine" }]);
  });
});
