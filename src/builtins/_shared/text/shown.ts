/** Escapes names and command lines, so that a person sees all characters on one line. */
import { cut } from "../../../core/text/json.js";

export function shown(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
  return visible.length > 200 ? `${cut(visible, 120)}…${visible.slice(-60)}` : visible;
}
