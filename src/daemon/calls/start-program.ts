/** Starts a program of the desktop and does not wait for it. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

/** The first that can be started. Never throws. */
export function startFirst(commands: readonly (readonly string[])[]): void {
  const [command, ...others] = commands;
  if (command === undefined) return;
  const [program, ...args] = command as [string, ...string[]];
  const child = spawn(program, args, { stdio: "ignore", detached: true, env: desktopEnvironment() });
  child.on("error", () => startFirst(others));
  child.unref();
}

/** A daemon that started in the background has no variables of the desktop. */
function desktopEnvironment(): NodeJS.ProcessEnv {
  const bus = `/run/user/${process.getuid?.()}/bus`;
  if (process.env["DBUS_SESSION_BUS_ADDRESS"] !== undefined || !existsSync(bus)) return process.env;
  return { ...process.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` };
}
