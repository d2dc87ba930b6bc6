import { describe, expect, it } from "vitest";
import { expectNoStack, type ListedHook, ProgramPlace } from "../support/program.js";

interface Bad {
  readonly file?: string;
  readonly text: string;
  /** Place and code: `line field CODE`. */
  readonly says: RegExp;
  /** Hooks that work all the same. */
  readonly left: readonly string[];
}

const GOOD = `{ "id": "good", "event": "Stop", "command": "true" }`;
const list = (...entries: string[]) => `{\n  "hooks": [\n${entries.join(",\n")}\n  ]\n}`;

const BAD: Record<string, Bad> = {
  "a list that is not closed": { text: `{\n "hooks": [ ${GOOD}`, says: /:2:\d+: error CONFIG_SYNTAX:/, left: ["good"] },
  "a missing comma": {
    text: `{\n "hooks": [ ${GOOD}\n ${GOOD.replace("good", "next")} ] }`,
    says: /:3:\d+: error CONFIG_SYNTAX: comma expected/,
    left: ["good", "next"],
  },
  "a comment that never ends": {
    file: "hooks.jsonc",
    text: `{ "hooks": [ ${GOOD} ] } /* oh`,
    says: /:1:\d+: error CONFIG_SYNTAX/,
    left: ["good"],
  },
  "broken YAML": {
    file: "hooks.yaml",
    text: "hooks:\n  - id: good\n    event: Stop\n    command: x\n  - id: [\n",
    says: /hooks\.yaml:\d+:\d+: error CONFIG_SYNTAX/,
    left: ["good"],
  },
  "YAML with a tab": {
    file: "hooks.yaml",
    text: "hooks:\n\t- event: Stop\n",
    says: /hooks\.yaml:2:\d+: error CONFIG_SYNTAX/,
    left: [],
  },
  "YAML that unfolds into a bomb": {
    file: "hooks.yaml",
    text: `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nhooks: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n`,
    says: /error CONFIG_SYNTAX/,
    left: [],
  },
  "YAML that stands in itself": {
    file: "hooks.yaml",
    text: "hooks:\n  - &entry\n    event: Stop\n    command: x\n    <<: *entry\n    more: *entry\n",
    says: /error CONFIG_SYNTAX: the file has recursive or too many aliases/,
    left: [],
  },
  "brackets without end": {
    text: `{ "hooks": ${"[".repeat(900_000)} }`,
    says: /:1: error CONFIG_SYNTAX: .*nested too deeply/,
    left: [],
  },
  "an empty file": { text: "", says: /:1: error CONFIG_SYNTAX: the file is empty/, left: [] },
  "only a byte order mark": { text: "\ufeff \n", says: /:1: error CONFIG_SYNTAX: the file is empty/, left: [] },
  "a list instead of an object": {
    text: `[${GOOD}]`,
    says: /:1:1: error CONFIG_TYPE: the file must contain an object/,
    left: [],
  },
  "a number for hooks": {
    text: `{ "hooks": 5 }`,
    says: /:1:3: error CONFIG_TYPE at hooks: `hooks` must be an object/,
    left: [],
  },
  "a text for an event": {
    text: `{ "hooks": { "Stop": "true" } }`,
    says: /error CONFIG_TYPE at hooks\.Stop: .* must be a list/,
    left: [],
  },
  "a number for a hook": {
    text: list(GOOD, "5"),
    says: /:4:1: error CONFIG_TYPE at hooks\[1\]: each hook must be an object/,
    left: ["good"],
  },
  "a number for the command": {
    text: list(GOOD, `{ "event": "Stop", "command": 5 }`),
    says: /:4:\d+: error CONFIG_TYPE at hooks\[1\]\.command: expected string, .*got 5/,
    left: ["good"],
  },
  "text for the timeout": {
    text: list(GOOD, `{ "event": "Stop", "command": "x", "timeoutMs": "5s" }`),
    says: /:4:\d+: error CONFIG_TYPE at hooks\[1\]\.timeoutMs: expected number/,
    left: ["good"],
  },
  "a negative timeout": {
    text: list(GOOD, `{ "event": "Stop", "command": "x", "timeoutMs": -1 }`),
    says: /error CONFIG_TYPE at hooks\[1\]\.timeoutMs/,
    left: ["good"],
  },
  "a number in args": {
    text: list(GOOD, `{ "event": "Stop", "command": "x", "args": ["a", 5] }`),
    says: /error CONFIG_TYPE at hooks\[1\]\.args\[1\]/,
    left: ["good"],
  },
  "no command": {
    text: list(GOOD, `{ "event": "Stop" }`),
    says: /:4:\d+: error HOOK_FIELD_MISSING at hooks\[1\]: .* has no `command`/,
    left: ["good"],
  },
  "no event": {
    text: list(GOOD, `{ "command": "true" }`),
    says: /:4:\d+: error HOOK_FIELD_MISSING at hooks\[1\]: the hook names no `event`/,
    left: ["good"],
  },
  "an unknown event": {
    text: list(GOOD, `{ "event": "PreTolUse", "command": "true" }`),
    says: /:4:\d+: error EVENT_UNKNOWN at hooks\[1\].*Did you mean "PreToolUse"/,
    left: ["good"],
  },
  "an unknown type": {
    text: list(GOOD, `{ "event": "Stop", "type": "wasm", "command": "x" }`),
    says: /hooks\[1\]\.type/,
    left: ["good"],
  },
  "an address that is none": {
    text: list(GOOD, `{ "event": "Stop", "type": "http", "url": "ftp://x" }`),
    says: /error HOOK_FIELD_INVALID at hooks\[1\]\.url/,
    left: ["good"],
  },
  "an address with a password": {
    text: list(GOOD, `{ "event": "Stop", "type": "http", "url": "https://a:b@x" }`),
    says: /error HOOK_FIELD_INVALID at hooks\[1\]\.url/,
    left: ["good"],
  },
  "an invalid pattern": {
    text: list(GOOD, `{ "event": "PreToolUse", "matcher": "(", "command": "x" }`),
    says: /:4:\d+: error MATCHER_INVALID at hooks\[1\]\.matcher/,
    left: ["good"],
  },
  "a matcher of the wrong kind": {
    text: list(GOOD, `{ "event": "PreToolUse", "matcher": 5, "command": "x" }`),
    says: /error MATCHER_INVALID at hooks\[1\]\.matcher/,
    left: ["good"],
  },
  "an unknown key": {
    text: list(GOOD, `{ "event": "Stop", "id": "k", "command": "x", "timeoutms": 5 }`),
    says: /:4:\d+: warning CONFIG_UNKNOWN_KEY at hooks\[1\]\.timeoutms: Unknown key "timeoutms"\. Did you mean "timeoutMs"\?/,
    left: ["good", "k"],
  },
  "keys every object has": {
    text: `{ "constructor": 1, "__proto__": 2, "hooks": { "toString": [{ "command": "x" }], "Stop": [{ "id": "k", "command": "x", "valueOf": 3 }] } }`,
    says: /EVENT_UNKNOWN at hooks\.toString/,
    left: ["k"],
  },
  "a timeout of 5 in milliseconds": {
    text: list(`{ "id": "t", "event": "Stop", "command": "x", "timeoutMs": 5 }`),
    says: /:3:\d+: warning TIMEOUT_IMPLAUSIBLE at hooks\[0\]: 5 ms .* did you mean seconds/,
    left: ["t"],
  },
  "a timeout of 50000 in seconds": {
    text: list(`{ "id": "t", "event": "Stop", "command": "x", "timeout": 50000 }`),
    says: /:3:\d+: warning TIMEOUT_IMPLAUSIBLE at hooks\[0\]: 50000 s .* check its unit/,
    left: ["t"],
  },
  "a script that is missing": {
    text: list(`{ "id": "s", "event": "Stop", "command": "./nope.sh --now" }`),
    says: /:3:\d+: warning HOOK_SCRIPT_MISSING at hooks\[0\]: the script \S+nope\.sh does not exist/,
    left: ["s"],
  },
  "a background guard": {
    text: list(`{ "id": "b", "event": "PreToolUse", "command": "x", "background": true }`),
    says: /warning HOOK_BACKGROUND_BLOCKING at hooks\[0\]/,
    left: ["b"],
  },
  "the same id twice": {
    text: list(GOOD, `{ "id": "good", "event": "Stop", "command": "other" }`),
    says: /error CONFIG_DUPLICATE_ID: skipped a second hook with the id "good"/,
    left: ["good"],
  },
};

describe("bad config", () => {
  it.each(Object.entries(BAD))("%s: says where, what and what to do, and uses the rest", async (_name, bad) => {
    const place = new ProgramPlace();
    const file = place.writeUser(bad.file ?? "hooks.json", bad.text);
    const ran = await place.run(["list", "--json"]);
    expect(ran.stderr).toMatch(bad.says);
    expect(ran.stderr.startsWith(file)).toBe(true);
    expect(ran.stderr).toMatch(/\n {4}[A-Z`]/);
    const listed = (JSON.parse(ran.stdout) as ListedHook[]).filter(({ level }) => level !== "builtin");
    // A file that cannot be read as a whole, or a hook that is none, of which no good version is known, may have held guards.
    const mayHideGuards = / CONFIG_SYNTAX| CONFIG_TYPE(?: at [^[:]+(?:\[\d+\])?)?: /.test(ran.stderr);
    expect(listed.map(({ id }) => id)).toEqual([...bad.left, ...(mayHideGuards ? ["own-config"] : [])]);
    expectNoStack(ran);
  });

  it("fails a check with 1 for an error, with 0 for a warning, and with 1 for a warning when asked to be strict", async () => {
    const place = new ProgramPlace();
    const codeOf = async (text: string, ...args: string[]) => {
      place.writeUser("hooks.json", text);
      return (await place.run(["validate", ...args])).code;
    };
    expect(await codeOf(list(GOOD, "5"))).toBe(1);
    expect(await codeOf(list(GOOD.replace("}", `, "colour": 1 }`)))).toBe(0);
    expect(await codeOf(list(GOOD.replace("}", `, "colour": 1 }`)), "--strict")).toBe(1);
    expect(await codeOf(list(GOOD), "--strict")).toBe(0);
  });

  it("gives the same id in two files to the first and renames the second", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: [{ id: "x", event: "Stop", command: "true" }] });
    const file = place.write(".snaphook/hooks.json", { hooks: [{ id: "x", event: "Stop", command: "false" }] });
    const ran = await place.run(["validate"]);
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain(
      `${file}: warning CONFIG_SHARED_ID: the id "x" is already used by ${place.user}/hooks.json; this one is called "x@project"`,
    );
    expect((await place.list()).map(({ id }) => id)).toEqual(["x", "x@project"]);
  });

  it("does not repeat a huge value in its message", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: [{ event: "Stop", command: ["x".repeat(100_000)] }] });
    expect((await place.run(["validate"])).stderr.length).toBeLessThan(2000);
  });

  it("refuses a file that is too large, and a folder in its place", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", `{ "hooks": [${GOOD}], "x": "${"x".repeat(5_000_001)}" }`);
    expect((await place.run(["validate"])).stderr).toMatch(/error CONFIG_TOO_LARGE/);
    place.writeUser("hooks.yaml/x", "");
    expect((await place.run(["validate"])).stderr).toMatch(/hooks\.yaml: error CONFIG_UNREADABLE/);
    const named = await place.run(["validate", "missing.json"]);
    expect(named.code).toBe(1);
    expect(named.stderr).toMatch(/missing\.json: error CONFIG_UNREADABLE: .*\n {4}Check that the file exists/);
  });
});
