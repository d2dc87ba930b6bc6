/** The menu gives the terminal back however it ends, and shows hostile names, missing and newer stores without harm. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { capture, recover } from "../../src/capture/index.js";
import { storeFile } from "../../src/client/store-file.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { eventRecord } from "../support/capture-rows.js";
import { fillHome } from "../support/filled-home.js";
import { type Ended, MenuTerminal } from "../support/menu-terminal.js";
import { PROGRAM, ProgramPlace } from "../support/program.js";
import { tooWide } from "../support/terminal-width.js";

const ENTER = "\u001b[?1049h";
const LEFT = "\u001b[?2004l\u001b[?25h\u001b[?1049l";
const SIGTERM = 15;

async function opened(place: ProgramPlace, options = {}): Promise<MenuTerminal> {
  const menu = new MenuTerminal(place, options);
  await menu.until(/> Questions/);
  return menu;
}

it("gives the terminal back on SIGTERM, Ctrl-C, q and the end of the input", async () => {
  const place = new ProgramPlace();
  const endings = {
    term: [(menu: MenuTerminal) => menu.signal(SIGTERM), 143],
    interrupt: [(menu: MenuTerminal) => menu.type("\u0003"), 130],
    quit: [(menu: MenuTerminal) => menu.type("q"), 0],
    escape: [(menu: MenuTerminal) => menu.type("\u001b"), 0],
  } as const;
  for (const [name, [end, code]] of Object.entries(endings)) {
    const menu = await opened(place);
    end(menu);
    expect(await menu.ended, name).toEqual({ code, restored: true });
    expect(menu.bytes.endsWith(LEFT), name).toBe(true);
  }
  const menu = await opened(place);
  await menu.press("s", /\$ \S.* setup/); // below the menu, where the terminal reads lines
  menu.type("\u0003");
  expect(await menu.ended).toMatchObject({ restored: true });
});

it("takes no key after the one that ends it", async () => {
  const menu = await opened(new ProgramPlace());
  menu.type("qs");
  expect(await menu.ended).toEqual({ code: 0, restored: true });
  expect(menu.bytes.slice(menu.bytes.lastIndexOf(LEFT))).toBe(LEFT);
});

it("ends when the terminal goes away", async () => {
  const menu = await opened(new ProgramPlace());
  menu.hangUp();
  expect(await menu.ended).toEqual({ code: -1, restored: null });
});

it("is suspended by Ctrl-Z and by SIGTSTP, and continued by the shell", async () => {
  const place = new ProgramPlace();
  const shell = new MenuTerminal(place, { program: ["bash", "--norc", "--noprofile", "-i"], env: { PS1: "ready> " } });
  await shell.until(/\$ $|ready> $/);
  await shell.press(`'${process.execPath}' '${PROGRAM}'\r`, /> Questions/);
  await shell.press("\u001a", /Stopped/);
  expect(shell.bytes.slice(shell.bytes.lastIndexOf(ENTER))).toContain(LEFT);
  await shell.press("stty -a | tr ';' '\\n' | grep -c -- ' icanon'\r", /\s1\s/);
  await shell.press("fg\r", /> Questions/);
  await shell.press("j", /> Sessions/);
  await shell.press("\u001a", /Stopped/);
  await shell.press("kill -CONT %1; fg\r", /> Sessions/);
  await shell.press("q", /ready> |\$ $/);
  shell.type("exit\r");
  expect(await shell.ended).toMatchObject({ restored: true });
});

it("follows the size of the terminal, down to none", async () => {
  const menu = await opened(new ProgramPlace());
  menu.resize(20, 40);
  await menu.until(/> Questions/);
  expect(tooWide(menu.screen, 40)).toEqual([]);
  menu.resize(20, 39);
  await menu.until(/needs 40 columns/);
  menu.resize(3, 10);
  await menu.until(/The menu/);
  menu.resize(0, 0);
  await menu.until(/> Questions/);
  menu.resize(30, 120);
  await menu.until(/> Questions/);
  menu.type("q");
  expect(await menu.ended).toEqual({ code: 0, restored: true });
});

it.each([
  ["marked by the terminal", "\u001b[200~", "\u001b[201~"],
  ["not marked", "", ""],
])("ignores a paste of 1 MB, %s", async (_, begin, end) => {
  const menu = await opened(new ProgramPlace());
  menu.type(`${begin}${"jj\rdq\u001b[Bs ".repeat(100_000)}${end}`);
  // Typed later than the rest of the paste is read.
  for (let i = 0; !menu.screen.includes("Keys"); i++) {
    expect(i).toBeLessThan(200);
    await wait(200);
    menu.type("?");
  }
  expect(menu.bytes).not.toContain("> Sessions");
  expect(menu.bytes).not.toContain("setup\r\n");
  menu.type("\u0003");
  expect(await menu.ended).toEqual({ code: 130, restored: true });
});

const HOSTILE = "a\u001b[2J\u001b]0;title\u0007b\rc\u202ed\nline\ud800\u200b__proto__";

/** What the menu writes itself: colours, and moves of its own. */
const OWN = /\u001b\[(?:\d*m|H|K|J|2J|\?(?:1049|25|2004)[hl])|\r+\n|\u0007(?=\u001b|$)/g;

it("T14 shows names with control characters, bidi marks and lone surrogates as text", async () => {
  const place = new ProgramPlace();
  const named = ["__proto__", "constructor", HOSTILE];
  place.writeUser("hooks.json", {
    hooks: { PreToolUse: named.map((id) => ({ id, matcher: id, command: `echo ${id}` })) },
  });
  const places = findPlaces(place.env);
  const { store } = EmbeddedStore.open({ file: storeFile(places), capture, recover });
  await store!.append(
    named.map((prompt, at) => {
      const session = `s-${at}-${prompt}`;
      const facts = {
        id: `018f00000000-000000000${at}`,
        agent: at === 2 ? HOSTILE : "codex",
        session,
        project: prompt,
      };
      return eventRecord("UserPromptSubmit", { prompt }, facts);
    }),
  );
  await store!.close();
  for (const columns of [80, 40]) {
    const menu = await opened(place, { columns });
    await menu.press("j\r", /> \d\S+ .*q back/);
    for (let i = 0; i < 3; i++) {
      await menu.press("\r", /Session s-/);
      await menu.press("q", /> \d\S+ .*q back/);
      menu.type("j");
    }
    await menu.press("q", /> Sessions/);
    await menu.press("j\r", /> PreToolUse/);
    await menu.press("\r", /> all but/);
    for (let i = 0; i < 4; i++) {
      await menu.press("\r", /> \S+ +(?:on|guard|off)/);
      await menu.press("\r", /event PreToolUse/);
      await menu.press("qq", /> .* 1 hook/);
      menu.type("j");
    }
    menu.type("\u0003");
    expect(await menu.ended).toEqual({ code: 130, restored: true });
    const rest = menu.bytes.replace(OWN, "");
    expect(rest).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b]/);
    expect(rest).toContain("__proto__");
    expect(rest).toContain("⟦");
  }
});

it.each([80, 40])(
  "shows a home with 50 sessions at %i columns: report, a call, doctor; no line is too wide",
  async (columns) => {
    const place = new ProgramPlace();
    await fillHome(place);
    const menu = await opened(place, { columns });
    const screens: string[] = [];
    const look = async (keys: string, wanted: RegExp) => {
      await menu.press(keys, wanted);
      screens.push(menu.screen);
    };
    await look("j\r", /Sessions[\s\S]*claude-code/);
    await look("\r", /Session|calls/);
    await look("G", /of \d+/);
    await look("\r", /Hooks:|tried/);
    await look("qq", /claude-code/);
    await look("q", /> Sessions/);
    await look("jj\r", /stop-all/);
    await look("?", /Move/);
    menu.type("\u0003");
    await menu.ended;
    for (const screen of screens) expect(tooWide(screen, columns)).toEqual([]);
  },
);

it("names a store of a newer version, no store, and no daemon, with what to do", async () => {
  const place = new ProgramPlace();
  const menu = await opened(place);
  await menu.until(/No daemon runs.*snaphook up --detach|No agent is wired/);
  await menu.press("\r", /DAEMON_DOWN/);
  await menu.press("q", /> Questions/);
  await menu.press("j\r", /No session was recorded yet/);
  menu.type("\u0003");
  await menu.ended;

  const file = storeFile(findPlaces(place.env));
  const header = Buffer.alloc(100);
  header.write("SQLite format 3\0", "latin1");
  header.writeUInt32BE(99, 60);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, header);
  const later = await opened(place);
  await later.press("j\r", /STORE_NEWER[\s\S]*newer/);
  later.type("\u0003");
  expect(await later.ended).toEqual({ code: 130, restored: true });
});

const RUNS = Number(process.env["SNAPHOOK_MENU_KEYS"] ?? 300);

it("survives any keys, and changes nothing without a code", async () => {
  const place = new ProgramPlace();
  await fillHome(place);
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "stays", guard: true, command: "true" }] } });
  const seed = Number(process.env["SNAPHOOK_FUZZ_SEED"] ?? 20261118);
  let state = seed;
  const random = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
  const keys = [
    "j",
    "k",
    "\r",
    "\r",
    "\r",
    "l",
    "h",
    "q",
    "\u001b",
    "?",
    "g",
    "G",
    " ",
    "b",
    "d",
    "t",
    "w",
    "e",
    "r",
    "v",
    "a",
    "m",
    "x",
    "\u001b[A",
    "\u001b[B",
    "\u001b[5~",
    "\u001b[6~",
    "\u001bO",
    "\u001b[",
    "\u001b[1;5D",
    "é",
    "日",
    "\u0000",
    "\t",
    "\u007f",
    "\u001b[200~q\u001b[201~",
  ];
  const isFaultless = ({ bytes }: MenuTerminal) =>
    expect(bytes, `seed ${seed}`).not.toMatch(/internal error|\bat \S+ \(.*:\d+:\d+\)/);
  let menu = await opened(place);
  for (let i = 0; i < RUNS; i++) {
    menu.type(keys[random(keys.length)]!);
    if (random(4) === 0) menu.resize(5 + random(40), 20 + random(120));
    await wait(20);
    const over = await Promise.race([menu.ended, Promise.resolve(undefined)]);
    if (over === undefined) continue;
    expect(over, `seed ${seed}, key ${i}`).toEqual({ code: 0, restored: true });
    isFaultless(menu);
    menu = await opened(place);
  }
  let over: Ended | undefined;
  void menu.ended.then((end) => {
    over = end;
  });
  // Typed while the terminal changes hands, it is not heard.
  for (let i = 0; over === undefined; i++) {
    if (i % 100 === 0) menu.type("\u0003");
    await wait(100);
  }
  // A key that it had not read yet may have ended it first; then the signal comes too late, or ends what is left of the process.
  expect(
    [130, 0, -2].map((code) => ({ code, restored: true })),
    `seed ${seed}`,
  ).toContainEqual(over);
  isFaultless(menu);
  expect((await place.list()).find(({ id }) => id === "stays")).toMatchObject({ enabled: true, mode: "enforce" });
}, 300_000);
