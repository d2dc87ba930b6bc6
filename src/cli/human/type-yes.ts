/** A plain question, for steps that make nothing less strict. */
import type { Call } from "../command.js";
import { typedLine } from "./typed-line.js";

/** Whether a question can be asked and answered here. */
export function canAsk({ json }: Pick<Call, "json">): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && !json;
}

export async function typeYes(call: Call, question: string): Promise<boolean> {
  call.out(`${question} Type yes to continue:`);
  return /^y(es)?$/i.test(((await typedLine()) ?? "").trim());
}
