/** Names and texts that lie to whoever reads them on a terminal, or become something else in a shell. */
import type { ZooCase } from "../contract.js";
import type { ZooPlace } from "../place.js";

const CLEAR = "\u001b[2J\u001b]0;owned\u0007\u001b[8m";
const BIDI = "\u202egnp.exe\u202c\u2066x\u2069";

/** One file per hook, whose name says more than it should. */
function fileName(name: string, mechanism: string, file: string): ZooCase {
  return {
    name,
    mechanism,
    build: (place) => void place.write(`.snaphook/hooks.d/${file}.json`, { event: "PreToolUse", command: place.bite }),
  };
}

function text(name: string, mechanism: string, hook: (place: ZooPlace) => object): ZooCase {
  return { name, mechanism, build: (place) => void place.write(".snaphook/hooks.json", place.hooks(hook(place))) };
}

export const names: readonly ZooCase[] = [
  fileName(
    "name-line-break",
    "a file name with line breaks that look like a second finding",
    "a\nApproved everything.\n\rb",
  ),
  fileName("name-ansi", "a file name that clears the terminal", `a${CLEAR}`),
  fileName("name-bidi", "a file name that reads backwards", `a${BIDI}`),
  fileName("name-dash", "a file name that looks like an option", "--hash"),
  fileName("name-shell", "a file name that is a command for a shell", "a; $(id) `id` 'x' \"y\" & |"),
  fileName("name-long", "a file name of 255 bytes", "n".repeat(250)),
  fileName("name-c1", "a file name with control characters beyond ASCII", "a\u009b2J\u0085b\u200e"),
  {
    name: "folder-ansi",
    mechanism: "a project folder whose name clears the terminal",
    build: (place) => void place.write(`in${CLEAR}\r${BIDI}/.snaphook/hooks.json`, place.hooks()),
    cwd: ({ project }) => `${project}/in${CLEAR}\r${BIDI}`,
  },
  {
    name: "folder-shell",
    mechanism: "a project folder whose name is a command for a shell",
    build: (place) =>
      void place.write("$(touch canary) `id` '\"; x/.snaphook/hooks.json", place.hooks({ command: "./x" })),
    cwd: ({ project }) => `${project}/$(touch canary) \`id\` '"; x`,
  },
  text("text-ansi", "a command that hides what it is from a terminal", (place) => ({
    command: `${place.bite} #${CLEAR}\r: harmless\u001b[1A\u001b[2K`,
  })),
  text("text-bidi", "a command that reads backwards", (place) => ({ command: `${place.bite} # ${BIDI}` })),
  text("text-id", "an id and a status that hold control characters", (place) => ({
    id: `x${CLEAR}\r${BIDI}`,
    statusMessage: CLEAR,
    matcher: `Bash|${CLEAR}`,
    command: place.bite,
  })),
  {
    name: "text-keys",
    mechanism: "keys, events and values that are told about with their control characters",
    build: (place) =>
      void place.write(".snaphook/hooks.json", {
        [`key${CLEAR}`]: 1,
        dialects: [`d${CLEAR}`],
        hooks: {
          [`Event${CLEAR}${BIDI}`]: [{ command: place.bite }],
          PreToolUse: [{ command: place.bite, guard: CLEAR, type: CLEAR }],
        },
      }),
  },
  {
    name: "text-code",
    mechanism: "code whose errors and paths hold control characters",
    build(place) {
      place.write("snaphook.config.ts", `import x from "./missing${CLEAR}.js";\nexport default [${CLEAR}];\n`);
    },
  },
];
