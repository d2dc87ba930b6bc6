/** Sessions that are given nothing, for comparison. The same id always has the same answer, in every process. */
import { sha256 } from "../../disk/digest.js";

const DIGITS = 8;

export function isHeldOut(session: string, share: number): boolean {
  return Number.parseInt(sha256(session).slice(0, DIGITS), 16) < share * 16 ** DIGITS;
}
