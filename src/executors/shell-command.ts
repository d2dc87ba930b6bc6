/** From a command hook to a program and its arguments, the same way on every platform (EX-03, CF-25). */
import type { CommandRun } from "../core/hooks/hook.js";

export interface ProgramCall {
  readonly file: string;
  readonly args: readonly string[];
  /** Windows: pass the command line to cmd.exe as it stands. */
  readonly verbatim?: boolean;
}

export function shellCommand(run: CommandRun, platform: NodeJS.Platform = process.platform): ProgramCall {
  const args = run.args ?? [];
  if (run.exec) return { file: run.command, args };
  if (run.shell === "powershell" || run.shell === "pwsh") {
    return { file: run.shell, args: ["-NoProfile", "-NonInteractive", "-Command", run.command, ...args] };
  }
  if (platform === "win32" && run.shell === undefined) {
    const line = [run.command, ...args.map(quoteForCmd)].join(" ");
    return { file: "cmd.exe", args: ["/d", "/s", "/c", `"${line}"`], verbatim: true };
  }
  // "$@" hands the arguments over unparsed, whatever characters they hold.
  const script = args.length > 0 ? `${run.command} "$@"` : run.command;
  return {
    file: run.shell ?? "/bin/sh",
    args: args.length > 0 ? ["-c", script, "hook", ...args] : ["-c", script],
  };
}

function quoteForCmd(arg: string): string {
  return `"${arg.replace(/"/g, '""').replace(/%/g, "%%")}"`;
}
