/** Bindings of an import statement: local name → full name. */
import type { Token } from "./token.js";

/**
 * `tokens`: the part after `import`, or the whole `from … import …`. `source`: the module, if it is named by a string.
 */
export function importedNames(tokens: readonly Token[], source: string | undefined): [bound: string, called: string][] {
  if (source !== undefined) return fromText(tokens, source);
  const cut = tokens.findIndex((token) => isName(token, "import"));
  if (cut === -1)
    return split(tokens).map((one) => {
      const [name, as] = renamed(one);
      return as === undefined ? [name.split(".")[0]!, name.split(".")[0]!] : [as, name];
    });
  const module = dotted(tokens.slice(0, cut));
  return split(tokens.slice(cut + 1)).map((one) => {
    const [name, as] = renamed(one);
    return [as ?? name, `${module}.${name}`];
  });
}

/** `a, { b as c }` and `* as d`: names in braces are members of the module; other names stand for the whole module. */
function fromText(tokens: readonly Token[], module: string): [string, string][] {
  let inside = false;
  const found: [string, string][] = [];
  for (const one of split(tokens.filter((token) => !isName(token, "from")))) {
    if (one.some((token) => isMark(token, "{"))) inside = true;
    const [name, as] = renamed(one.filter((token) => !isMark(token, "{") && !isMark(token, "}")));
    found.push([as ?? name, inside && name !== "default" ? `${module}.${name}` : module]);
    if (one.some((token) => isMark(token, "}"))) inside = false;
  }
  return found;
}

function renamed(tokens: readonly Token[]): [name: string, as: string | undefined] {
  const as = tokens.findIndex((token) => isName(token, "as"));
  return as === -1 ? [dotted(tokens), undefined] : [dotted(tokens.slice(0, as)), dotted(tokens.slice(as + 1))];
}

function dotted(tokens: readonly Token[]): string {
  return tokens.map((token) => ("text" in token && token.text !== "\n" ? token.text : "")).join("");
}

function split(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens)
    if (isMark(token, ",")) parts.push([]);
    else if (!isMark(token, "(") && !isMark(token, ")") && !isMark(token, "\n")) parts.at(-1)!.push(token);
  return parts.filter((part) => part.length > 0);
}

const isName = (token: Token, name: string) => token.type === "name" && token.text === name;
const isMark = (token: Token, mark: string) => token.type === "mark" && token.text === mark;
