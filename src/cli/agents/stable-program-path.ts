/** The program for a process that stays: a copy of ours, because the folder we run from may be one of npx and vanish. */
import { keepThisVersion } from "../../runtime/wiring/program-copy.js";
import type { Call } from "../command.js";

export function stableProgramPath({ places, program }: Pick<Call, "places" | "program">): string {
  try {
    return keepThisVersion(places.data);
  } catch {
    return program; // no room for a copy: then from here
  }
}
