/**
 * The person at this terminal: a terminal that was opened for a person, no agent or hook above, and a code that is on this
 * screen only. A script counts as one for the commands that the user has permitted. See docs/human-only.md.
 */
import { type Finding, finding } from "../../core/errors.js";
import type { Confirmed, No, PersonCheck } from "../../core/ports.js";
import type { Call } from "../command.js";
import { typedLine } from "./typed-line.js";
import { terminalName, userName } from "./who.js";

/** Without those that look like others. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 4;
const YES = { yes: true } as const;

export interface PersonPlace extends Pick<Call, "environment" | "json" | "out" | "places"> {
  /** The command that asks. */
  readonly command: string;
}

export function terminalPerson({ environment, json, out, places, command }: PersonPlace): PersonCheck {
  const look = async () => {
    const [find, { readPermits, installedNamespace, SCRIPTABLE }] = await Promise.all([loadFinder(), loadPermits()]);
    const { ownTerminal } = await import("../../runtime/platform/own-terminal.js");
    const permits = readPermits(places);
    const terminal = json ? undefined : ownTerminal();
    const agent = find.findParentAgent(environment, terminal);
    if (agent !== undefined) return no(agent);
    const scripted = permits.scripts.includes(command);
    if (terminal === undefined && !scripted) {
      const why = finding("HUMAN_ONLY_TERMINAL", "nothing was done: this needs a person, in a terminal of their own");
      const isScriptable = (SCRIPTABLE as readonly string[]).includes(command);
      return no(isScriptable ? { ...why, fix: `${why.fix} For scripts: \`snaphook permit ${command}\`.` } : why);
    }
    const unseen = find.whyUnseen(installedNamespace(places));
    if (unseen !== undefined) return no(unseen);
    if (terminal === undefined || scripted) return { yes: true, scripted } as const;
    const unknown = find.whyNoPersonsTerminal(terminal, permits.terminals);
    return unknown === undefined ? ({ yes: true, scripted } as const) : no(unknown);
  };
  return {
    async isPerson() {
      const seen = await look();
      return seen.yes ? { yes: true, by: whoIs(seen.scripted) } : seen;
    },
    async isNoAgent() {
      const seen = (await loadFinder()).findParentAgent(environment);
      return seen === undefined ? YES : no(seen);
    },
    async confirm(what, signal, elsewhere) {
      const here = await look();
      if (!here.yes) return here;
      if (here.scripted && elsewhere === undefined) return { yes: true, by: whoIs(true) };
      const code = newCode();
      if (elsewhere === undefined) out(`Type ${code} to ${what}:`);
      const typed = await (elsewhere?.(`Type ${code} in the page to ${what}.`) ?? typedLine(signal));
      if (typed === code) return { yes: true, by: whoIs(false) };
      return no(finding("HUMAN_ONLY_CODE", "nothing was done: the code on the screen was not typed"));
    },
  };
}

function whoIs(isScript: boolean): Confirmed["by"] {
  return { user: userName(), terminal: isScript ? "a script" : terminalName() };
}

/** Most commands need none of it. */
const loadFinder = () => import("./find-parent-agent.js");
const loadPermits = () => import("./permits.js");

function no(why: Finding): No {
  return { yes: false, why };
}

/** A random code, so that no input can be prepared. */
function newCode(): string {
  const { randomInt } = process.getBuiltinModule("node:crypto");
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
