/**
 * Parts of a text that are never stored: what its author put between <private> and </private>, and what memory injected
 * (captured again, it would become a memory of itself). Linear in the length of the text.
 */

const OPEN = /<private>/i;
const CLOSE = /<\/private>/i;
export const PRIVATE_MARK = "[private]";
const OWN_BEGIN = '--- context of hook "memory", source "snaphook"';
const OWN_END = "--- end of context ---";

export function withoutUnkept(text: string): string {
  const own = text.includes(OWN_BEGIN) ? withoutOwn(text) : text;
  return own.includes("<") && OPEN.test(own) ? withoutPrivate(own) : own;
}

/** Without an end it reaches to the end of the text. */
function withoutPrivate(text: string): string {
  let kept = "";
  let rest = text;
  for (let open = OPEN.exec(rest); open !== null; open = OPEN.exec(rest)) {
    kept += rest.slice(0, open.index) + PRIVATE_MARK;
    rest = rest.slice(open.index + open[0].length);
    const close = CLOSE.exec(rest);
    if (close === null) return kept;
    rest = rest.slice(close.index + close[0].length);
  }
  return kept + rest;
}

function withoutOwn(text: string): string {
  let isOwn = false;
  const kept = text.split("\n").filter((line) => {
    if (!isOwn && line.startsWith(OWN_BEGIN)) isOwn = true;
    if (!isOwn) return true;
    if (line === OWN_END || !(line.startsWith("| ") || line.startsWith(OWN_BEGIN))) {
      isOwn = false;
      return line !== OWN_END;
    }
    return false;
  });
  return kept.join("\n").trim();
}
