/** The path of a request in segments, and its query. Rejects ambiguous paths (encoded slashes, dots, control characters). */

export interface Target {
  readonly segments: readonly string[];
  readonly query: readonly (readonly [string, string])[];
}

/** RFC 3986 characters allowed in a segment, and escapes. */
const PLAIN_SEGMENT = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/;
/** Decoded, these would be ambiguous: separators, control characters, double escapes. */
const FORBIDDEN = /[/\\%\x00-\x1f\x7f]/;

/** Undefined for anything but a plain absolute path. */
export function readTarget(url: string): Target | undefined {
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  if (!path.startsWith("/")) return undefined;
  const segments: string[] = [];
  for (const raw of path.slice(1).split("/")) {
    const segment = readSegment(raw);
    if (segment === undefined) return undefined;
    segments.push(segment);
  }
  return { segments, query: mark < 0 ? [] : [...new URLSearchParams(url.slice(mark + 1))] };
}

function readSegment(raw: string): string | undefined {
  if (!PLAIN_SEGMENT.test(raw) || /%2e/i.test(raw)) return undefined;
  try {
    const decoded = decodeURIComponent(raw);
    return FORBIDDEN.test(decoded) || /^\.+$/.test(decoded) ? undefined : decoded;
  } catch {
    return undefined; // invalid UTF-8
  }
}
