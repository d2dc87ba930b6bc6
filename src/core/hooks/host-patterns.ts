/**
 * Patterns of `allowHosts`: `policy.example.com`, `*.example.com`, `127.0.0.1`, `[::1]`, each with or without a port.
 */

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Removes the trailing dot, which a resolver ignores. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/(?<!\.)\.+$/, "");
}

export function portOf(url: URL): string {
  return url.port || (DEFAULT_PORTS[url.protocol] ?? "");
}

/** True if the list contains the host of this URL. An invalid entry matches nothing. */
export function isListed(url: URL, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => names(pattern, url));
}

function names(pattern: string, url: URL): boolean {
  const [, star = "", host = "", port] = /^(\*\.)?(\[[^\]]*\]|[^:/\\@?#%\s*]+)(?::(\d+))?$/.exec(pattern) ?? [];
  // Parsed like the URL itself, so that both have the same form.
  const address = `http://${host}/`;
  if (host === "" || !URL.canParse(address)) return false;
  if (port !== undefined && port !== portOf(url)) return false;
  const listed = hostOf(new URL(address));
  const wanted = hostOf(url);
  return star === "" ? wanted === listed : wanted.endsWith(`.${listed}`);
}
