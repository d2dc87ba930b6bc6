/**
 * No test depends on how fast the machine is. What must not take for ever is ended by the limit of the test; what must not
 * be waited for never ends by itself; deadlines of the engine run on `support/virtual-clock.ts`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, readSources } from "./source-tree.js";

/** Released agents are programs of others: how long they may take is not ours to say, and they are not part of these suites. */
const LEFT_OUT = /^test\/(agents|fixtures|zoo\/driver\.ts)|^test\/architecture\/wall-clock\.test\.ts$/;

const FILES = ["src", "test"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .filter((path) => (folder === "test" ? path.endsWith(".ts") : path.endsWith(".test.ts")) && !LEFT_OUT.test(path)),
);

const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  "measures elapsed time": /performance\.now\(|process\.hrtime|monitorEventLoopDelay/,
  "subtracts a moment from now": /Date\.now\(\) - \w*(?:start|beg[au]n|before|ended|last|since|told)\w*/i,
  "tries again until it is fast enough": /\bretry: [1-9]/,
  "gives up waiting after a while of its own": /Promise\.race\((?:[^;]|; )*?\b(?:wait|sleep|setTimeout)\(/,
  "ends a program before the test would":
    /\b(?:spawn|exec|execFile|fork)(?:Sync)?\([^;]*\btimeout: (?!170_000|900_000)\d/,
  "waits for a poll less long than usual": /\.poll\([^;]*\{[^}]*\btimeout: |POLL = \{[^}]*\btimeout: /,
  "waits for only a second, as these do": /\bvi\.wait(?:For|Until)\((?![^;]*timeout: 150_000)/,
};

/** Nothing is concluded from these. */
const MAY: Readonly<Record<string, string>> = {
  "test/cli/argument-fuzz.test.ts": "ends commands that would stay",
};
/** A sleep proves nothing about what does not happen: count rounds, wait for what comes after it, or let virtual time pass. */
const SLEEP = /new Promise\(\((\w+)\) => setTimeout\(\1, [\d_]{3,}\)|await (?:wait|sleep|pause)\([\d_]{3,}\)/;
/** Nothing is concluded from these. */
const MAY_SLEEP: Readonly<Record<string, string>> = {
  "test/cli/menu-terminal.test.ts": "types again until it is heard",
  "test/daemon/faults-client.test.ts": "a hook that is slow",
  "test/daemon/faults-hooks.test.ts": "a daemon that is killed some time after the start of a hook",
  "test/sources/file-signatures.test.ts": "times of files are as coarse as two seconds",
};

describe("tests", () => {
  it("none sleeps for a tenth of a second or more", () => {
    const found = FILES.filter((path) => SLEEP.test(readFileSync(join(ROOT, path), "utf8")));
    expect(found.sort()).toEqual(Object.keys(MAY_SLEEP).sort());
  });

  it.each(Object.entries(FORBIDDEN))("none %s", (_what, pattern) => {
    expect(FILES.length).toBeGreaterThan(300);
    const found = FILES.filter((path) => pattern.test(readFileSync(join(ROOT, path), "utf8")));
    expect(found.filter((path) => !(path in MAY))).toEqual([]);
  });

  it("the engine takes its timers from the clock it is given", () => {
    const own = readdirSync(join(ROOT, "src/engine"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".ts"),
    );
    const timers = /\b(setTimeout|setInterval|performance\.|Date\.now)/;
    expect(own.filter((path) => timers.test(readFileSync(join(ROOT, "src/engine", path), "utf8")))).toEqual([]);
  });

  it("signals are joined by the one function whose result is not collected while somebody waits", () => {
    const joins = readSources().filter(({ text }) => /AbortSignal\s*\.any\b(?!`)/.test(text));
    expect(joins.map(({ path }) => path)).toEqual([]);
  });
});
