/**
 * Commands that only a person may use ask here, and nowhere else: a terminal of one's own, no agent or hook above, and a
 * code that is on this screen only. What this cannot see is in docs/human-only.md.
 */
import { createInterface } from "node:readline";
import { type Finding, finding } from "../../core/errors.js";
import { ownTerminal } from "../../runtime/platform/own-terminal.js";
import type { Call } from "../command.js";
import { findParentAgent } from "./find-parent-agent.js";

/** Without those that look like others. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 4;

export type Consent = { readonly agreed: true } | { readonly agreed: false; readonly why: Finding };

/** Why this command is not, as far as can be seen, a person's at a terminal; undefined when it is. */
export function notAPerson({ environment, json }: Pick<Call, "environment" | "json">): Finding | undefined {
  const terminal = json ? undefined : ownTerminal();
  if (terminal === undefined)
    return finding("HUMAN_ONLY_TERMINAL", "nothing was done: this needs a person, in a terminal of their own");
  return findParentAgent(environment, terminal);
}

/** A new code: what nobody could have prepared. */
export function newCode(): string {
  const { randomInt } = process.getBuiltinModule("node:crypto");
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** What to say when something else was typed. */
export function wrongCode(): Finding {
  return finding("HUMAN_ONLY_CODE", "nothing was done: the code on the screen was not typed");
}

/** `what` completes "Type … to": what will happen. Everything it is about has been printed before. */
export async function personAgrees(call: Call, what: string): Promise<Consent> {
  const why = notAPerson(call);
  if (why !== undefined) return { agreed: false, why };
  const code = newCode();
  call.out(`Type ${code} to ${what}:`);
  return (await nextLine()) === code ? { agreed: true } : { agreed: false, why: wrongCode() };
}

/** Undefined when the terminal was closed. */
function nextLine(): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin });
  return new Promise((done) => {
    lines.once("line", (line) => {
      done(line);
      lines.close();
    });
    lines.once("close", () => done(undefined));
  });
}
