/** A plain question, for steps that make nothing less strict. */
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Call } from "../command.js";

/** Whether a question can be asked and answered here. */
export function canAsk({ json }: Pick<Call, "json">): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && !json;
}

export async function typeYes(call: Call, question: string): Promise<boolean> {
  call.out(`${question} Type yes to continue:`);
  const prompt = createInterface({ input: process.stdin });
  const [answer = ""]: string[] = await Promise.race([once(prompt, "line"), once(prompt, "close")]);
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
}
