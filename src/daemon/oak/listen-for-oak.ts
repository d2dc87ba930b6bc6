/** DA-05: the port for OAK's scripts, or another one, named in a project file, if it is in use. */
import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import type { DaemonStatus } from "../api.js";
import { listenOnPort } from "../lifecycle/listen.js";
import { OAK_FOLDER, OVERRIDE, oakPort, overrideOakPort, portsAfter } from "./oak-port.js";

/** Ports tried after the project's own. */
const TRIES = 20;

/** Never rejects: the daemon serves agents without it. */
export async function listenForOak(
  server: Server,
  wanted: "project" | number,
  project: string,
): Promise<NonNullable<DaemonStatus["oak"]>> {
  const own = wanted === "project" ? oakPort(project) : wanted;
  const failed = await tryPort(server, own);
  if (failed === undefined) return { project, port: own };
  if (wanted !== "project") return { project, port: own, problem: failed };
  // Only an OAK project gets an OAK file.
  if (!existsSync(join(project, OAK_FOLDER))) return { project, port: own, problem: failed };
  for (const port of portsAfter(own, TRIES)) {
    if ((await tryPort(server, port)) !== undefined) continue;
    try {
      overrideOakPort(project, port);
      return { project, port };
    } catch (error) {
      const why = (error as NodeJS.ErrnoException).code ?? String(error);
      return { project, port, problem: `${failed} It listens on ${port}, but ${OVERRIDE} cannot be written (${why}).` };
    }
  }
  return { project, port: own, problem: failed };
}

/** Why it cannot be used. */
async function tryPort(server: Server, port: number): Promise<string | undefined> {
  try {
    await listenOnPort(server, port);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "EADDRINUSE"
      ? `port ${port} is in use by another program.`
      : `port ${port} cannot be used (${code ?? String(error)}).`;
  }
}
