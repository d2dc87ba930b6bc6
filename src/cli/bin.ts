/** The program. An agent's call takes the shortest way; everything else goes through main. */
const [command, ...args] = process.argv.slice(2);
const program = process.argv[1] ?? "";
const isAgentCall = command === "hook" && !args.includes("--help") && !args.includes("-h");

const work = isAgentCall
  ? import("./hook-entry.js").then(({ runHook }) => runHook(args, program))
  : import("./main.js").then(({ main }) => main(process.argv.slice(2), program));

work.then(
  (code) => {
    process.exitCode = code;
    // What still runs (a hook's last grace period) must not keep the agent waiting.
    if (isAgentCall) process.exit(code);
  },
  (error: unknown) => {
    process.stderr.write(
      `snaphook: internal error: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(70);
  },
);
