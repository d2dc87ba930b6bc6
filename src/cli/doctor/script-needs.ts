/** What a script needs to run: the interpreter of its first line, and well-known programs that it calls. Pure. */

/** Programs that hooks are often written with and that not every machine has. */
const KNOWN = "jq yq node npx deno bun python python3 uv uvx ruby perl php curl git rg go cargo".split(" ");
const SHELL = /^#!\s*\S*(?:\/|\s)(?:ba|da|z|k)?sh\b/;

/** The program of `#!`; behind `env` it is a name to look for on the path. */
export function interpreterOf(script: string): string | undefined {
  const [, program, argument] = /^#!\s*(\S+)(?:[ \t]+(?:-S[ \t]+)?(\S+))?/.exec(script) ?? [];
  return program?.endsWith("/env") ? argument : program;
}

/** Those of the known programs that a shell script starts without asking whether they are there. */
export function knownProgramsIn(path: string, script: string): string[] {
  if (!SHELL.test(script) && !/\.(?:sh|bash)$/.test(path)) return [];
  const lines = script.split("\n").filter((line) => !/^\s*#/.test(line));
  return KNOWN.filter(
    (name) =>
      lines.some((line) => new RegExp(`(?:^|[;|&(!]|\\b(?:then|do|else|if|exec)\\s)\\s*${name}(?=\\s|$)`).test(line)) &&
      !lines.some((line) => new RegExp(`\\b(?:command -v|which|type|hash)\\s+(?:-\\w+\\s+)?${name}\\b`).test(line)),
  );
}
