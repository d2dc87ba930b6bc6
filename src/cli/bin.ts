/** The program. An agent's call takes the shortest way; everything else goes through main. */
import { useCompiledCode } from "./hook/compiled-code.js";

const [command, ...args] = process.argv.slice(2);
const program = process.argv[1] ?? "";
const isAgentCall = command === "hook" && !args.includes("--help") && !args.includes("-h");

/** Whether the end of the process is ours. */
let over = isAgentCall; // which answers for itself whatever happens

// A function hook may leave something behind that fails later. That is its fault alone: the answer goes on.
process.on("uncaughtException", (error: unknown) => {
  // The reader has closed stdout. Reporting it would fail in the same way, endlessly.
  if ((error as NodeJS.ErrnoException | null)?.code === "EPIPE") {
    over = true;
    if (!isAgentCall) process.exit(0);
    return;
  }
  const what = error instanceof Error ? error.message : String(error);
  process.stderr.write(`snaphook: code of a hook failed outside its answer: ${what}\n`);
});

// Exits gracefully on a signal, so that the hooks it waits for are terminated with it.
for (const [signal, number] of [
  ["SIGHUP", 1],
  ["SIGINT", 2],
  ["SIGTERM", 15],
] as const) {
  process.once(signal, () => {
    over = true;
    process.exit(128 + number);
  });
}

process.once("exit", () => {
  if (over) return;
  process.stderr.write(
    "snaphook: code of a hook or a code config ended the program (process.exit); nothing more was done\n",
  );
  process.exitCode = 70;
});

const kind = isAgentCall ? "hook" : (command ?? "menu");
// The daemon lives long: what compiling costs it counts less than the memory.
if (kind !== "up" && /^[a-z-]+$/.test(kind)) useCompiledCode(__filename, kind);
const work = isAgentCall
  ? import("./hook/hook-entry.js").then(({ runHook }) => runHook(args, program))
  : import("./main.js").then(({ main }) => main(process.argv.slice(2), program));

work.then(
  (code) => {
    over = true;
    process.exitCode = code;
    // What still runs (a hook's last grace period) must not keep the agent waiting.
    if (isAgentCall) process.exit(code);
  },
  (error: unknown) => {
    over = true;
    process.stderr.write(`snaphook: internal error: ${error instanceof Error ? error.message : String(error)}\n`);
    // Not even the agent's own words are at hand. Most take this for a denial of a tool call; anything else they let pass.
    process.exit(isAgentCall && /tool/i.test(args[1] ?? "") ? 2 : 70);
  },
);
