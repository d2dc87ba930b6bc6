/** What a command line comes to, short enough for a table. */
import { UNKNOWN } from "../../../src/effects/model/invocation.js";
import { readCommand } from "../../../src/effects/shell/read-command.js";

export const WHERE = { cwd: "/home/dev/project", project: "/home/dev/project", home: "/home/dev", platform: "linux" };

/** Each program with its words, what is not known as `…`. */
export function started(command: string): string[] {
  return readCommand(command, WHERE).invocations.map(({ program = "?", args }) =>
    [program, ...args.map(({ text }) => text.replaceAll(UNKNOWN, "…"))].join(" "),
  );
}

/** The last one: what wrappers around it come to. */
export function last(command: string): string | undefined {
  return started(command).at(-1);
}

export function unclear(command: string): string[] {
  return readCommand(command, WHERE).unclear.map(({ what }) => what);
}
