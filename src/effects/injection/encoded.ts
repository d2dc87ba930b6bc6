/** Decodes base64 if the result is readable text. */

export interface EncodedText {
  readonly decoded: string;
  readonly start: number;
  readonly end: number;
}

const BASE64 = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{16,2000}={0,2}(?![A-Za-z0-9+/=])/g;
/** Words with spaces between them, not random bytes. */
const READABLE = /^[\x20-\x7e\n\r\t]{12,}$/;
const MOST = 50;

export function* encodedTexts(text: string): Generator<EncodedText> {
  let count = 0;
  for (const { 0: run, index } of text.matchAll(BASE64)) {
    if (++count > MOST) return;
    const decoded = decode(run);
    if (READABLE.test(decoded)) yield { decoded: decoded.slice(0, 200), start: index, end: index + run.length };
  }
}

function decode(run: string): string {
  try {
    return atob(run);
  } catch {
    return ""; // not base64
  }
}
