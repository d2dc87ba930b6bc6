/** Variables that are set for one program and change what it loads or runs. */
import type { Effect } from "./effect.js";
import type { Invocation } from "./invocation.js";
import { effectOf } from "./make-effect.js";

const LOADS = new Set(["LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "BASH_ENV", "PROMPT_COMMAND"]);
/** Memory allocators, clocks and checkers that are loaded this way as a matter of course. */
const KNOWN =
  /(?:jemalloc|tcmalloc|mimalloc|faketime|eatmydata|[at]san|ubsan|valgrind|heaptrack|profiler|nvidia|primus|proxychains|torsocks|stdbuf|gtk|qt)/i;

/** What is set for it, and what it sets for all that come after it. */
function settings({ program = "", args, variables }: Invocation): [string, string][] {
  const found = [...variables].map(([name, { text }]): [string, string] => [name, text]);
  if (program !== "export" && program !== "declare" && program !== "typeset") return found;
  for (const { text } of args) {
    const match = /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)=(.*)$/s.exec(text);
    if (match !== null) found.push([match[1]!, match[2]!]);
  }
  return found;
}

export function variableEffects(invocation: Invocation): Effect[] {
  const effects: Effect[] = [];
  for (const [name, text] of settings(invocation))
    if (LOADS.has(name) && text !== "" && !KNOWN.test(text))
      effects.push(
        effectOf(invocation, {
          kind: "remote-code",
          severity: "risky",
          target: { type: "other", name: text },
          certainty: "likely",
          words: `${name}=${text}`,
          what: "makes a program load or run code it knows nothing of",
          instead: "run the program without the variable, and name what it should load in its own settings",
        }),
      );
  return effects;
}
