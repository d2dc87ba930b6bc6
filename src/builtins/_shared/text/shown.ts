/** Names and command lines may hold anything; a person has to see what is there, on one line. */
import { cut } from "../../../core/text/json.js";

export function shown(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
  return visible.length > 200 ? `${cut(visible, 120)}…${visible.slice(-60)}` : visible;
}
