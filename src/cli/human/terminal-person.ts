/**
 * The person at this terminal: a terminal of their own, no agent or hook above, and a code that is on this screen only.
 * What this cannot see is in docs/human-only.md.
 */
import { createInterface } from "node:readline";
import { type Finding, finding } from "../../core/errors.js";
import type { No, PersonCheck } from "../../core/ports.js";
import { ownTerminal } from "../../runtime/platform/own-terminal.js";
import type { Call } from "../command.js";
import { terminalName, userName } from "./who.js";

/** Without those that look like others. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 4;
const YES = { yes: true } as const;

export function terminalPerson({ environment, json, out }: Pick<Call, "environment" | "json" | "out">): PersonCheck {
  const isPerson = async () => {
    const terminal = json ? undefined : ownTerminal();
    if (terminal === undefined)
      return no(finding("HUMAN_ONLY_TERMINAL", "nothing was done: this needs a person, in a terminal of their own"));
    const agent = (await loadFinder())(environment, terminal);
    return agent === undefined ? YES : no(agent);
  };
  return {
    isPerson,
    async isNoAgent() {
      const seen = (await loadFinder())(environment);
      return seen?.code === "HUMAN_ONLY_AGENT" ? no(seen) : YES;
    },
    async confirm(what, signal) {
      const here = await isPerson();
      if (!here.yes) return here;
      const code = newCode();
      out(`Type ${code} to ${what}:`);
      if ((await nextLine(signal)) === code) return { yes: true, by: { user: userName(), terminal: terminalName() } };
      return no(finding("HUMAN_ONLY_CODE", "nothing was done: the code on the screen was not typed"));
    },
  };
}

/** Most commands need none of it. */
async function loadFinder() {
  return (await import("./find-parent-agent.js")).findParentAgent;
}

function no(why: Finding): No {
  return { yes: false, why };
}

/** What nobody could have prepared. */
function newCode(): string {
  const { randomInt } = process.getBuiltinModule("node:crypto");
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** Undefined when the terminal was closed, or the answer is not needed any more. */
function nextLine(signal?: AbortSignal): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, ...(signal === undefined ? {} : { signal }) });
  return new Promise((done) => {
    lines.once("line", (line) => {
      done(line);
      lines.close();
    });
    lines.once("close", () => done(undefined));
  });
}
