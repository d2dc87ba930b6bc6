/** The shell of the local page and its assets, read once: an upgrade may remove the files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface PageFile {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Everything comes from this origin, and no text can become code or markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const HEADERS = {
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

/** By name; the shell has the empty name. Throws if the folder is not part of this installation. */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(folder)) {
    const type = TYPES[name.slice(name.lastIndexOf(".") + 1)];
    if (type === undefined) continue;
    const headers = { ...HEADERS, "content-type": type, "cache-control": "private, max-age=31536000, immutable" };
    files.set(name, { bytes: readFileSync(join(folder, name)), headers });
  }
  const named = (end: string) => [...files.keys()].find((name) => name.endsWith(end)) ?? "";
  const headers = { ...HEADERS, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  const shell = shellText({ script: named(".js"), style: named(".css"), icon: named(".svg") });
  return files.set("", { bytes: Buffer.from(shell), headers });
}

function shellText({ script, style, icon }: { script: string; style: string; icon: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Snaphook</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
</head>
<body>
<div id="page"><noscript>This page needs JavaScript. \`snaphook up\` shows the same in a terminal.</noscript></div>
</body>
</html>
`;
}
