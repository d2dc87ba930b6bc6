/**
 * Opens the page in the user's browser. Every user of the machine can read the arguments of a process, so the browser gets the
 * path of a private file that redirects to the address with its code.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writePrivateFile } from "../../disk/files.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import type { Call } from "../command.js";

/** Why no browser can be started here; undefined if one can. */
export function whyNoBrowser({ environment }: Pick<Call, "environment">): string | undefined {
  if (environment["SSH_CONNECTION"] !== undefined) return "this is a remote terminal";
  if (environment["WSL_DISTRO_NAME"] !== undefined) return "the browser runs outside of WSL";
  const hasDisplay = environment["DISPLAY"] !== undefined || environment["WAYLAND_DISPLAY"] !== undefined;
  return process.platform === "linux" && !hasDisplay ? "there is no display" : undefined;
}

export function redirectFile(call: Pick<Call, "places">): string {
  return join(daemonPlace(call.places).folder, "page.html");
}

/** False if no program could be started. Throws if the file cannot be written. */
export function openInBrowser(call: Pick<Call, "places">, address: string, fragment: string): Promise<boolean> {
  const file = redirectFile(call);
  writePrivateFile(file, redirectText(`${address}#${fragment}`));
  const program = process.platform === "darwin" ? "open" : "xdg-open";
  return new Promise((done) => {
    const child = spawn(program, [pathToFileURL(file).href], { stdio: "ignore", detached: true });
    child.once("error", () => done(false)).once("spawn", () => done(true));
    child.unref();
  });
}

/** The daemon makes both parts of the address, without characters that HTML gives a meaning; `&` followed by `s=` has none. */
function redirectText(url: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Snaphook</title><meta http-equiv="refresh" content="0;url=${url}">
<p><a href="${url}">Open the page</a></p>
`;
}
