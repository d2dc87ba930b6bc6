/**
 * The launcher and everything it starts, broken in each way, for the answer formats of four agents. A guard denies the
 * call; so the agent must get exactly one answer, and it must be a denial.
 */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daemonPlace } from "../../src/runtime/platform/daemon-paths.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { linkPreparedProgram } from "../support/prepared-install.js";
import { ProgramPlace, says } from "../support/program.js";
import { shellCall } from "./call-agent.js";
import { type Broken, FAULTS, type Fault } from "./launcher-faults.js";

const REASON = "the harbour is closed";
const AGENTS = ["claude-code", "codex", "gemini", "copilot"];

let place: ProgramPlace;
let launcherText: string;
const cleaners: (() => void)[] = [];
beforeAll(async () => {
  place = new ProgramPlace((clean) => cleaners.push(clean));
  await linkPreparedProgram(place);
  await place.run(["install", "claude-code"]);
  place.writeUser("hooks.json", {
    version: 1,
    hooks: { PreToolUse: [{ id: "g", guard: true, command: says("deny", REASON) }] },
  });
  launcherText = readFileSync(join(place.data, "launch"), "utf8");
});
afterAll(() => {
  for (const clean of cleaners) clean();
});

/** The same launcher, for an installation of its own that is broken. */
function broken({ breaks, bash }: Fault): string {
  const root = join(place.root, "broken");
  rmSync(root, { recursive: true, force: true });
  const data = join(root, "snaphook");
  mkdirSync(data, { recursive: true });
  const [, real = ""] = /^program='([^']+)'/m.exec(launcherText) ?? [];
  const program = join(data, "versions/1/dist/snaphook.cjs");
  mkdirSync(join(data, "versions"));
  execFileSync("cp", ["-al", dirname(dirname(real)), dirname(dirname(program))]);
  cpSync(join(place.data, "launch.pl"), join(data, "launch.pl"));
  const launcher = join(data, "launch");
  let text = launcherText.replaceAll(real, program).replaceAll(join(place.data, "launch.pl"), join(data, "launch.pl"));
  const script = (name: string, content: string) => {
    const path = join(root, name);
    writeFileSync(path, content, { mode: 0o700 });
    return path;
  };
  if (bash) {
    symlinkSync("/bin/bash", join(root, "sh"));
    text = text.replace("#!/bin/sh", `#!${join(root, "sh")}`);
  }
  const shown: Broken = {
    root,
    data,
    program,
    script,
    edit(find, replace) {
      const edited = text.replace(find, replace);
      if (edited === text) throw new Error(`nothing to replace: ${find}`);
      text = edited;
    },
  };
  breaks?.(shown);
  const own = join(data, "launch.pl");
  try {
    writeFileSync(own, readFileSync(own, "utf8").replaceAll(join(place.data, "launch"), launcher));
  } catch {
    // a folder by now
  }
  writeFileSync(launcher, text, { mode: 0o700 });
  chmodSync(launcher, 0o700);
  return launcher;
}

async function listen(kind: Fault["socket"]): Promise<Server | undefined> {
  const { hooksSocket, socketFolder } = daemonPlace(findPlaces(place.env));
  rmSync(hooksSocket, { force: true });
  if (kind === undefined) return undefined;
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    if (kind === "closing") socket.destroy();
    if (kind === "garbage") socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
  });
  await new Promise<void>((done) => server.listen(hooksSocket, done));
  if (kind !== "dead") return server;
  // A socket that nothing listens on: what a daemon leaves that was killed. Closing removes the name that it listens on.
  const left = `${hooksSocket}.left`;
  renameSync(hooksSocket, left);
  await new Promise((done) => server.close(done));
  renameSync(left, hooksSocket);
  return undefined;
}

async function launch(launcher: string, fault: Fault, agent: string) {
  const { event, payload, environment } = shellCall(agent, "headless", place.project);
  const { SNAPHOOK_DAEMON: _, ...env } = place.env;
  const [program, ...args] = [...(fault.before ?? []), launcher, agent, event];
  const child = spawn(program!, args, {
    cwd: place.project,
    env: {
      ...env,
      ...(fault.socket === undefined ? { SNAPHOOK_DAEMON: "off" } : {}),
      ...environment,
      ...fault.env?.({} as Broken),
    },
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.resume();
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(payload));
  const code = await new Promise<number | null>((done, fail) => {
    child.on("error", fail);
    child.on("close", done);
  });
  return { code, stdout: Buffer.concat(chunks).toString("utf8") };
}

interface Denial {
  readonly decision?: string;
  readonly permissionDecision?: string;
  readonly hookSpecificOutput?: { readonly permissionDecision?: string };
}

const DENIES: Readonly<Record<string, (answer: Denial) => boolean>> = {
  "claude-code": ({ hookSpecificOutput }) => hookSpecificOutput?.permissionDecision === "deny",
  codex: ({ hookSpecificOutput }) => hookSpecificOutput?.permissionDecision === "deny",
  gemini: ({ decision }) => decision === "deny",
  copilot: ({ permissionDecision }) => permissionDecision === "deny",
};

describe("T7b a launcher with a fault", () => {
  it("there are at least 250 cases, and SECURITY.md has the figure", () => {
    expect(Object.keys(FAULTS).length * AGENTS.length).toBeGreaterThanOrEqual(250);
    const page = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8");
    expect(page).toContain(`(${Object.keys(FAULTS).length} faults in the formats of four agents)`);
  });

  const titled = Object.entries(FAULTS).map(
    ([name, fault]) => [fault.defence === undefined ? name : `${name} [${fault.defence}]`, fault] as const,
  );
  it.each(titled)("exactly one answer, a denial, in each of four formats: %s", async (_, fault) => {
    const launcher = broken(fault);
    const server = await listen(fault.socket);
    try {
      const results = await Promise.all(
        AGENTS.map(async (agent) => ({ agent, ...(await launch(launcher, fault, agent)) })),
      );
      for (const { agent, code, stdout } of results) {
        if (fault.byExitCode) {
          expect({ agent, code }).toEqual({ agent, code: 2 });
          continue;
        }
        expect(stdout, agent).not.toContain("snaphook-answered");
        expect(DENIES[agent]!(JSON.parse(stdout) as Denial), `${agent}: ${stdout}`).toBe(true);
        if (fault.answer === "guard") expect(stdout, agent).toContain(REASON);
        if (fault.answer === "prepared") expect(stdout, agent).not.toContain(REASON);
      }
    } finally {
      server?.close();
    }
  });
});
