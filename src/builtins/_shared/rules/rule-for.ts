/** The rule of a person that covers what a guard asks about. */
import type { Services } from "../../../core/hooks/builtin.js";
import { type Exception, isInForce, readExceptions } from "../state/exceptions.js";
import { type AskedCall, covers } from "./covers.js";

/** Rules of a managed guard do not exist. Never rejects. */
export async function ruleFor(
  guard: string,
  call: AskedCall,
  { level, now }: Services,
): Promise<Exception | undefined> {
  if (level === "managed") return undefined;
  const { data, project } = call.surroundings;
  for (const one of readExceptions(data)) {
    if (one.rule === undefined || one.guard !== guard || one.project !== project || !isInForce(one, now())) continue;
    if (await covers(one.rule, call).catch(() => false)) return one;
  }
  return undefined;
}
