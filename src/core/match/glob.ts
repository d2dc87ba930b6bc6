/** Globs as regular expressions for the linear-time engine. */

/** Path glob: `*` and `?` stay within a segment, `**` crosses segments, a pattern without `/` fits any depth. */
export function globToRegex(glob: string): string {
  const anywhere = glob.includes("/") ? "" : "(?:.*/)?";
  return `(?s)^${anywhere}${translate(glob, { star: "[^/]*", any: "[^/]" })}$`;
}

/** Wildcard: `*` matches any text. For commands and tool names. */
export function wildcardToRegex(pattern: string): string {
  return `(?s)^${translate(pattern, { star: ".*", any: "." })}$`;
}

function translate(glob: string, { star, any }: { star: string; any: string }): string {
  let out = "";
  let braces = 0;
  for (let i = 0; i < glob.length; i++) {
    const char = glob[i]!;
    if (char === "*" && glob[i + 1] === "*") {
      const slash = glob[i + 2] === "/";
      out += slash ? "(?:.*/)?" : ".*";
      i += slash ? 2 : 1;
    } else if (char === "*") out += star;
    else if (char === "?") out += any;
    else if (char === "[") {
      const end = glob.indexOf("]", i + 2);
      if (end < 0) out += "\\[";
      else {
        out += characterClass(glob.slice(i + 1, end));
        i = end;
      }
    } else if (char === "{" && glob.indexOf("}", i) > 0) {
      braces++;
      out += "(?:";
    } else if (char === "}" && braces > 0) {
      braces--;
      out += ")";
    } else if (char === "," && braces > 0) out += "|";
    else out += escapeRegex(char);
  }
  return out + ")".repeat(braces);
}

function characterClass(body: string): string {
  const negated = body.startsWith("!") || body.startsWith("^");
  const chars = (negated ? body.slice(1) : body).replace(/[\\[\]^]/g, "\\$&");
  return `[${negated ? "^" : ""}${chars}]`;
}

export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
