import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { replaceFile } from "../../src/disk/files.js";
import { ProgramPlace } from "../support/program.js";

let place: ProgramPlace;
let settings: string;
let dotfiles: string;
beforeEach(() => {
  place = new ProgramPlace();
  settings = join(place.home, ".claude/settings.json");
  dotfiles = join(place.home, "dotfiles");
  mkdirSync(dirname(settings), { recursive: true });
});

const MINE = '{\n  "model": "x"\n}\n';
const install = () => place.run(["install", "claude-code"]);
const uninstall = () => place.run(["uninstall", "claude-code"]);
const beside = () => readdirSync(dirname(settings));

describe("an agent's file that cannot be read", () => {
  const expectLeftAlone = async (cause: string) => {
    for (const ran of [await install(), await uninstall()]) {
      expect(ran.code).toBe(1);
      expect(ran.stderr).toContain(`${settings}: error AGENT_CONFIG_UNREADABLE`);
      expect(ran.stderr).toContain(cause);
    }
    expect(beside()).toEqual(["settings.json"]);
  };

  it("CF-22 is not taken for a missing one: a link that leads in a circle stays", async () => {
    symlinkSync("settings.json", settings);
    await expectLeftAlone("ELOOP");
    expect(readlinkSync(settings)).toBe("settings.json");
  });

  it("CF-22 is left alone when it is a folder", async () => {
    mkdirSync(settings);
    await expectLeftAlone("EISDIR");
  });

  it.skipIf(process.getuid?.() === 0)("CF-22 is left alone when we may not read it", async () => {
    writeFileSync(settings, MINE);
    chmodSync(settings, 0o000);
    await expectLeftAlone("EACCES");
    chmodSync(settings, 0o600);
    expect(readFileSync(settings, "utf8")).toBe(MINE);
  });

  it("CF-22 is left alone when it is not UTF-8, so that no byte of it is lost", async () => {
    const bytes = Buffer.concat([Buffer.from('{ "name": "'), Buffer.from([0xe9]), Buffer.from('" }')]);
    writeFileSync(settings, bytes);
    await expectLeftAlone("not UTF-8");
    expect(readFileSync(settings)).toEqual(bytes);
  });

  it("is said by `agents` instead of passing for unwired", async () => {
    mkdirSync(settings);
    const agents = await place.json<{ agent: string; wired: { user: string } }[]>(["agents", "claude-code"]);
    expect(agents[0]?.wired.user).toBe("unreadable");
  });

  it("keeps the project's entries, because nothing took their place", async () => {
    await place.run(["install", "claude-code", "--project"]);
    writeFileSync(settings, "{ broken");
    await install();
    expect(place.read(".claude/settings.local.json")).toContain("launch claude-code");
  });
});

describe("an agent's file that is a link", () => {
  it("CF-21 stays one: what it leads to is edited and gets its bytes back", async () => {
    const target = place.write(join(dotfiles, "claude.json"), MINE);
    symlinkSync("../dotfiles/claude.json", settings);
    expect((await install()).code).toBe(0);
    expect(lstatSync(settings).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toContain("launch claude-code PreToolUse");
    await uninstall();
    expect(readFileSync(target, "utf8")).toBe(MINE);
    expect(readlinkSync(settings)).toBe("../dotfiles/claude.json");
  });

  it("CF-21 may lead to a file that is not there yet", async () => {
    const target = join(dotfiles, "deep/claude.json");
    symlinkSync(target, settings);
    expect((await install()).code).toBe(0);
    expect(readFileSync(target, "utf8")).toContain("launch claude-code PreToolUse");
    await uninstall();
    expect(existsSync(dotfiles)).toBe(false);
    expect(readlinkSync(settings)).toBe(target);
  });
});

describe("an agent's file that is written", () => {
  it("keeps its permissions whatever the umask", async () => {
    writeFileSync(settings, MINE);
    chmodSync(settings, 0o664);
    const before = process.umask(0o022);
    await install();
    process.umask(before);
    expect(statSync(settings).mode & 0o777).toBe(0o664);
  });

  it.runIf(process.getuid?.() === 0)("keeps its owner", async () => {
    writeFileSync(settings, MINE);
    chownSync(settings, 1234, 1235);
    await install();
    expect(statSync(settings)).toMatchObject({ uid: 1234, gid: 1235 });
  });

  it("leaves nothing beside it, also when it could not be put in place", async () => {
    writeFileSync(settings, MINE);
    await install();
    expect(beside()).toEqual(["settings.json"]);
    mkdirSync(join(dirname(settings), "folder"));
    expect(() => replaceFile(join(dirname(settings), "folder"), MINE)).toThrow("EISDIR");
    expect(beside()).toEqual(["folder", "settings.json"]);
  });

  it("CF-21 may begin with a byte order mark, which stays", async () => {
    writeFileSync(settings, `\uFEFF${MINE}`);
    expect((await install()).code).toBe(0);
    const text = readFileSync(settings, "utf8");
    expect(text.startsWith("\uFEFF{")).toBe(true);
    expect(Object.keys(JSON.parse(text.slice(1)))).toEqual(["model", "hooks"]);
    writeFileSync(settings, text.replace('"x"', '"y"'));
    await uninstall();
    expect(readFileSync(settings, "utf8")).toMatch(/^\uFEFF\{\s*"model": "y"\s*\}\s*$/);
  });
});
