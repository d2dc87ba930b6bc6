/**
 * Most large command lines write a file with a here-document. If its end is unambiguous, its text is removed before
 * parsing and restored when the document is read.
 */
export interface Aside {
  readonly text: string;
  readonly bodies: ReadonlyMap<string, string>;
}

/**
 * Nothing before it can hide it or its end: no single quote, escape, substitution or comment; double quotes in pairs.
 */
const PLAIN = /^[^'`()\\#<]*$/;

export function setAside(text: string): Aside {
  const bodies = new Map<string, string>();
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf("<<"); at !== -1; at = text.indexOf("<<", from)) {
    const before = text.slice(from, at);
    const opening = /^<<-?[ \t]{0,20}(['"]?)(\w{1,60})\1([^\n'"`()\\#<]{0,500})\n/.exec(text.slice(at, at + 700));
    if (opening === null || !PLAIN.test(before) || before.split('"').length % 2 === 0) break;
    const [head, quote, name] = opening as unknown as [string, string, string];
    const start = at + head.length;
    const end = endOf(text, start, name);
    if (end === undefined) break;
    const body = text.slice(start, end);
    if (quote === "" && /[$`\\]/.test(body)) break;
    const key = `here-document ${bodies.size}\n`;
    bodies.set(key, body);
    kept.push(text.slice(from, start), key);
    from = end;
  }
  return { text: kept.join("") + text.slice(from), bodies };
}

/** Start of the line that ends it. */
function endOf(text: string, start: number, name: string): number | undefined {
  for (let at = start; at < text.length; ) {
    const stop = text.indexOf("\n", at);
    const line = text.slice(at, stop === -1 ? text.length : stop);
    if (line === name || line.trimStart() === name) return line === name ? at : undefined;
    if (stop === -1) return undefined;
    at = stop + 1;
  }
  return undefined;
}
