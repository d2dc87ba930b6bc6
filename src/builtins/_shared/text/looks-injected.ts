/** For rooms that do not read effects: does a text try to instruct an agent? */
import { review } from "../../../effects/injection/verdict.js";

export function looksInjected(text: string): boolean {
  return review(text).flagged;
}
