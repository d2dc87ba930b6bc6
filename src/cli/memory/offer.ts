/** What memory stores and how to turn it off, on one screen, and the question that turns it on. */
import { loadMemory, switchMemory } from "../../daemon/memory/settings.js";
import type { Call } from "../command.js";
import { refuse } from "../output/print.js";

/** Fits a terminal of 80 columns with some spaces before it. */
const OFFER: readonly string[] = [
  "What one session learns in a repository is given to the next one there,",
  "in any agent. It uses rules: no model, no network.",
  "Stored:  on this machine only: facts (what worked after a command failed,",
  "         commands and rules of the project), an index of your prompts and",
  "         the responses. Secrets are redacted first.",
  "Not:     private sessions, text between <private> and </private>, folders",
  "         and projects that you exclude.",
  "Off:     snaphook memory disable   (what is stored stays)",
  "Delete:  snaphook forget --project",
];

export function showOffer(call: Call, indent = ""): void {
  for (const line of OFFER) call.out(indent + line);
}

export function isMemoryOn({ places }: Pick<Call, "places">): boolean {
  return loadMemory(places).settings.enabled;
}

/** Only a person can. */
export async function turnOnMemory(call: Call): Promise<boolean> {
  const consent = await call.person.confirm("turn memory on");
  if (consent.yes) switchMemory(call.places, true);
  else refuse(call, consent.why);
  return consent.yes;
}
