/** What all guards together answer to a command line, as they come. The same that `npm run score` asks. */
import { join } from "node:path";
import { BUILTINS } from "../../src/builtins/_registry.js";

export type Verdict = "deny" | "ask" | undefined;
export type Judge = (command: string) => Promise<{ verdict: Verdict; reason: string | undefined }>;

export async function commandJudge(): Promise<Judge> {
  const { judgeWith } = (await import(join(import.meta.dirname, "../../scripts/score/commands.mjs"))) as {
    judgeWith(builtins: typeof BUILTINS): Judge;
  };
  return judgeWith(BUILTINS);
}

/** How strict an answer is. */
export function strictness(verdict: Verdict): number {
  return verdict === "deny" ? 2 : verdict === "ask" ? 1 : 0;
}
