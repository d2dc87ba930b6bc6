/**
 * Prepends the removal of variables to a command. The removal is a separate first line, so that everything after it
 * (`exec`, a here-document, a comment) stays at the start of a line.
 */

export type Shell = "posix" | "powershell";

export function withoutVariables(command: string, names: readonly string[], shell: Shell): string {
  const removal =
    shell === "posix"
      ? `unset ${names.join(" ")}`
      : `Remove-Item ${names.map((name) => `Env:${name}`).join(",")} -ErrorAction SilentlyContinue`;
  const [head, rest] = shell === "posix" ? afterShebang(command) : afterUsing(command);
  if (rest === removal || rest.startsWith(`${removal}\n`)) return command;
  return `${head}${removal}\n${rest}`;
}

/** `#!` counts only on the very first line; a shell treats it as a comment. */
function afterShebang(command: string): [string, string] {
  if (!command.startsWith("#!")) return ["", command];
  const end = command.indexOf("\n");
  return end < 0 ? [`${command}\n`, ""] : [command.slice(0, end + 1), command.slice(end + 1)];
}

/** PowerShell accepts `using` only before everything else. */
function afterUsing(command: string): [string, string] {
  const [head = ""] = /^(?:\s*using\s[^\n]*\n)*/i.exec(command) ?? [];
  return [head, command.slice(head.length)];
}
