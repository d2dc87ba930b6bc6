/**
 * Wraps context in an XML-like tag, as Orion does. Escapes content from files and transcripts, so that it cannot close
 * the tag.
 */
import { fencedText } from "../../../core/decision/fence.js";
import { cut } from "../../../core/text/json.js";

const LONGEST = 6000;

export function tagged(tag: string, lines: readonly string[]): string {
  const inside = fencedText(cut(lines.join("\n"), LONGEST)).replaceAll(`</${tag}`, `&lt;/${tag}`);
  return lines.length === 1 ? `<${tag}>${inside}</${tag}>` : `<${tag}>\n${inside}\n</${tag}>`;
}
