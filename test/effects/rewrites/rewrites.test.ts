/**
 * Writing a command differently makes no verdict weaker. `npm test` takes a sample; `npm run test:rewrites` goes over
 * 10^5 cases, most of them rewrites of rewrites.
 */
import { describe, expect, it } from "vitest";
import { random } from "../../fuzz/random.js";
import { commandJudge, strictness } from "../../support/judge-command.js";
import { OTHER_COMMANDS, SIMPLE_COMMANDS } from "./destructive-commands.js";
import { REWRITES, type Rewrite } from "./kinds.js";

const CASES = Number(process.env["SNAPHOOK_REWRITE_CASES"] ?? 2500);
const SEED = Number(process.env["SNAPHOOK_REWRITE_SEED"] ?? 1);
const source = random(SEED);
const judge = await commandJudge();
const COMMANDS = [
  ...SIMPLE_COMMANDS.map((text) => ({ text, simple: true })),
  ...OTHER_COMMANDS.map((text) => ({ text, simple: false })),
];

interface Case {
  readonly command: string;
  readonly rewritten: string;
  readonly kinds: readonly Rewrite[];
}

function rewritten({ text, simple }: (typeof COMMANDS)[number], kinds: readonly Rewrite[]): Case {
  let line = text;
  let words = simple;
  const done: Rewrite[] = [];
  for (const kind of kinds) {
    if (kind.takes === "words" && !words) continue;
    // A trap or a rewrite with quotes of its own needs text without such quotes.
    if (kind.name === "trap" && line.includes("'")) continue;
    line = kind.write(line, (most) => source.int(most));
    words = false;
    done.push(kind);
  }
  return { command: text, rewritten: line, kinds: done };
}

async function weaker({ command, rewritten: line, kinds }: Case): Promise<string | undefined> {
  const before = strictness((await judge(command)).verdict);
  const { verdict } = await judge(line);
  const least = kinds.some(({ hidden }) => hidden) ? Math.min(1, before) : before;
  return strictness(verdict) >= least
    ? undefined
    : `${kinds.map(({ name }) => name).join(", ")}: ${command} → ${line}: ${verdict}`;
}

describe("rewrites", () => {
  it("are of at least thirty kinds, of at least sixty commands", () => {
    expect(new Set(REWRITES.map(({ name }) => name)).size).toBe(REWRITES.length);
    expect(REWRITES.length).toBeGreaterThanOrEqual(30);
    expect(COMMANDS.length).toBeGreaterThanOrEqual(60);
  });

  it("every command of the list is denied or asked as it stands", async () => {
    const passed: string[] = [];
    for (const { text } of COMMANDS) if ((await judge(text)).verdict === undefined) passed.push(text);
    expect(passed).toEqual([]);
  });

  it(`T8 never make a verdict weaker (${CASES} of seed ${SEED})`, { timeout: 600_000 }, async () => {
    const all = [...singles(), ...pairs()];
    const found: string[] = [];
    for (const one of all) {
      const what = await weaker(one);
      if (what !== undefined) found.push(what);
      if (found.length >= 20) break;
    }
    expect(found).toEqual([]);
  });
});

/** All there are, or a sample of as many as half the cases. */
function singles(): Case[] {
  const all = REWRITES.flatMap((kind) =>
    COMMANDS.filter(({ simple }) => simple || kind.takes === "line").map((command) => ({ kind, command })),
  );
  const share = Math.min(1, CASES / 2 / all.length);
  return all.filter(() => source.chance(share)).map(({ kind, command }) => rewritten(command, [kind]));
}

function pairs(): Case[] {
  return Array.from({ length: Math.ceil(CASES / 2) }, () => {
    const kinds = [
      source.pick(REWRITES),
      source.pick(REWRITES),
      ...(source.chance(0.2) ? [source.pick(REWRITES)] : []),
    ];
    return rewritten(source.pick(COMMANDS), kinds);
  });
}
