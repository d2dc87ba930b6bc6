/**
 * Each command either cannot make things less strict, and the table says why, or has a call that an agent is refused. A new
 * command is in one of the lists here, or this fails.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/_registry.js";
import type { Command } from "../../src/cli/command.js";
import { ROOT } from "../architecture/source-tree.js";
import { LOOSENING } from "../loosen/cases.js";

const USERS_FACT =
  "a fact of the user is pinned, taken out of use and brought back by a person only; others by scripts too";

/** Refused in another suite, because a question or a daemon has to be there: command to file and title. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, title: string]>> = {
  approve: ["test/loosen/answers.test.ts", "approve, as an orphan on a terminal of its own"],
  answer: ["test/loosen/answers.test.ts", "answer, as an orphan on a terminal of its own"],
  revoke: ["test/loosen/answers.test.ts", "revoke of a denial, as an orphan on a terminal of its own"],
  menu: ["test/cli/menu-questions.test.ts", "can neither approve nor disable with it"],
  up: ["test/daemon/live-view.test.ts", "an agent that opens a terminal approves nothing in the view"],
  page: ["test/page/questions.test.ts", "This page can only show things."],
  "memory pin": ["test/memory/scenarios.test.ts", USERS_FACT],
  "memory resolve": ["test/memory/scenarios.test.ts", USERS_FACT],
};

/** Not for agents, but for scripts: a hash, a pipe or a file proves nothing about who calls. */
const NO_AGENT = [
  "trust --hash",
  "backup --to",
  "record --to",
  "report --to",
  "permit --end",
  "memory pin",
  "memory resolve",
  "memory import",
];

/** Why a command changes nothing that an agent could use. */
const STRICT: Readonly<Record<string, string>> = {
  agents: "shows",
  asks: "shows",
  complete: "shows",
  completion: "shows",
  demo: "works in a folder of its own",
  doctor: "shows",
  events: "shows",
  explain: "shows; runs no hook",
  export: "shows what is redacted",
  fire: "runs the hooks that agents' calls run",
  governance: "shows",
  list: "shows",
  log: "shows",
  models: "shows; a test asks the user's model",
  pack: "shows; a refresh writes only options that ship",
  recall: "shows",
  search: "shows",
  session: "shows; starts the user's hooks",
  sessions: "shows",
  show: "shows",
  stats: "shows",
  status: "shows",
  test: "runs one of the user's hooks",
  "try-bridge": "shows",
  validate: "shows",
  why: "shows",
  compile: "prints; writes into the project, which has to be approved",
  init: "writes a starter without hooks that allow, and replaces no file",
  hook: "answers a call, as the agent's own entry does",
  notify: "adds a record",
  import: "adds records, and replaces none",
  "run-background": "called by Snaphook",
  ask: "asks a person",
  mcp: "serves tools that ask, and memory",
  remember: "adds a fact; without a person it counts as the model's",
  back: "ends `away`: calls wait less",
  "stop-all": "denies every call",
  setup: "adds guards; `--memory` asks for the person of `memory enable`",
  thread: "runs agents that have their own guards; projects' templates have to be approved",
  down: "ends the daemon; every hook still runs",
  restart: "starts the daemon again",
  upgrade: "installs the version that is called; guards stay",
};

const registered = await Promise.all(
  Object.entries(COMMANDS).map(
    async ([name, load]) => [name, ((await load()) as { default: Command }).default] as const,
  ),
);
const refusing = new Set([
  ...Object.values(LOOSENING).map(({ args }) => args.split(" ")[0]!),
  ...Object.keys(ELSEWHERE).map((call) => call.split(" ")[0]!),
  ...NO_AGENT.map((call) => call.split(" ")[0]!),
]);
const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");

describe("T4a every command", () => {
  it.each(registered)("%s cannot make things less strict, or an agent is refused", (name, command) => {
    expect({ strict: Object.hasOwn(STRICT, name), refusing: refusing.has(name) }).toEqual({
      strict: !refusing.has(name),
      refusing: !Object.hasOwn(STRICT, name),
    });
    if (command.loosens !== undefined) expect(refusing.has(name)).toBe(true);
  });

  it("no list names a command that is not there", () => {
    const names = new Set(registered.map(([name]) => name));
    expect([...Object.keys(STRICT), ...refusing].filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(Object.entries(ELSEWHERE))("what refuses %s is there", (_, [file, title]) => {
    expect(textOf(file)).toContain(title);
  });

  it("docs/human-only.md names the same calls", () => {
    const [, people = "", others = ""] =
      /^So (.*? require:)$.*?^Only an agent is refused: (.*?)\.$/ms.exec(textOf("docs/human-only.md")) ?? [];
    const named = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, call]) => call!).sort();
    const shown = ["menu", "page", "up"]; // what they show is answered by `approve` and the others
    const expected = [...Object.keys(LOOSENING), ...Object.keys(ELSEWHERE)].filter((call) => !shown.includes(call));
    expect(named(people.replace("`on` after `stop-all`", "`on after stop-all`"))).toEqual(
      [...new Set(expected.map(documented))].sort(),
    );
    expect(named(others)).toEqual([...NO_AGENT].sort());
  });
});

/** Several cases are one entry of the page. */
function documented(call: string): string {
  return call.replace(/^off --.*/, "off").replace(/^disable self-protection$/, "disable");
}
