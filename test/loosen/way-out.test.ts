/** The ways out of docs/human-only.md: whoever is a person gets out, in a container and on a terminal that is not known. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { below } from "../support/below.js";
import { CODE, onTerminal, TERMINAL } from "../support/on-terminal.js";
import { bash, PROGRAM, ProgramPlace, type Ran, says } from "../support/program.js";

const BLOCKS = { id: "wrong", event: "PreToolUse", guard: true, command: says("deny", "everything") };

function blocked(): ProgramPlace {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", { hooks: [BLOCKS] });
  return place;
}

const blocks = async (place: ProgramPlace) => (await place.fire("PreToolUse", bash("ls"))).decision === "deny";
const snaphook = (args: string) => `'${process.execPath}' '${PROGRAM}' ${args}`;

function run(place: ProgramPlace, [program = "", ...args]: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: place.project,
    env: { ...place.env, TERM: "xterm" },
    encoding: "utf8",
  });
  return { code: status, stdout, stderr };
}

/** A PID namespace with a /proc of its own, as root makes it for a container; the first process gets the terminal. */
const inContainer = (command: string) => [
  ...["unshare", "--mount", "--pid", "--fork", "sh", "-c"],
  `umount -l /proc && mount -t proc proc /proc && exec setsid -c ${command}`,
];
const CONTAINERS = spawnSync("unshare", ["--mount", "--pid", "--fork", "sh", "-c", "umount -l /proc"]).status === 0;
const terminalFor = (command: readonly string[]) => ["python3", TERMINAL, CODE, "", "{}", ...command];

describe.runIf(CONTAINERS)("a person in a container, with a fresh home", () => {
  it("switches a guard off on a terminal from outside", async () => {
    const place = blocked();
    expect(await blocks(place)).toBe(true);
    const ran = run(place, terminalFor(inContainer(snaphook("off --for 10m"))));
    expect(ran.stdout).toContain("Paused until");
    expect(await blocks(place)).toBe(false);
  });

  it("is refused without a terminal, told how scripts do it, and does it by editing the file", async () => {
    const place = blocked();
    const command = `umount -l /proc && mount -t proc proc /proc && ${snaphook("disable wrong")}`;
    const ran = run(place, ["unshare", "--mount", "--pid", "--fork", "sh", "-c", command]);
    expect(ran.stderr).toMatch(/HUMAN_ONLY_TERMINAL[\s\S]*snaphook permit disable`/);
    place.writeUser("hooks.json", { hooks: [{ ...BLOCKS, enabled: false }] });
    expect(await blocks(place)).toBe(false);
  });

  it("approves a project by its hash, also where any user can make the namespace", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook/hooks.json", { hooks: [BLOCKS] });
    const { hash } = await place.json<{ hash: string }>(["trust"]);
    const rootless = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"];
    expect(run(place, [...rootless, "sh", "-c", snaphook(`trust --hash ${hash}`)])).toMatchObject({ code: 0 });
    expect(await blocks(place)).toBe(true);
  });
});

describe("a person on a terminal that is not known", () => {
  it("is told which program opened it, and names it on one that is known", async () => {
    const place = blocked();
    const unknown = terminalFor([process.execPath, PROGRAM, "off", "--for", "10m"]);
    const refused = run(place, unknown).stdout;
    expect(refused).toContain("HUMAN_ONLY_OPENER");
    const python = spawnSync("python3", ["-c", "import os, sys; print(os.path.realpath(sys.executable))"], {
      encoding: "utf8",
    }).stdout.trim();
    const named = await onTerminal(place, ["permit", "--terminal", python]);
    expect(named).toMatchObject({ code: 0, stdout: expect.stringContaining(`may open terminals`) });
    expect(run(place, unknown).stdout).toContain("Paused until");
    expect(await blocks(place)).toBe(false);
  });
});

describe("a script", () => {
  it("may use a command that the user has permitted for it, and no other", async () => {
    const place = blocked();
    const disable = () => place.run(["disable", "wrong"], { permitted: false });
    expect((await disable()).stderr).toContain("HUMAN_ONLY_TERMINAL");
    expect(await onTerminal(place, ["permit", "disable"])).toMatchObject({ code: 0 });
    expect((await place.run(["off", "--for", "1m"])).stderr).toContain("HUMAN_ONLY_TERMINAL");
    expect(await disable()).toMatchObject({ code: 0 });
    expect(await blocks(place)).toBe(false);
  });

  it("an agent's is refused all the same [permitted scripts are no agents]", async () => {
    const place = blocked().permitScripts("disable");
    const ran = run(place, below(place, "claude", ["sh", "-c", snaphook("disable wrong")]));
    expect(ran.stderr).toContain("HUMAN_ONLY_AGENT");
    expect(await blocks(place)).toBe(true);
  });

  it("is permitted nothing by a file that was edited [signed permits]", async () => {
    const place = blocked().permitScripts("remove");
    const file = `${place.user}/permits.json`;
    writeFileSync(file, readFileSync(file, "utf8").replace("remove", "disable"));
    expect((await place.run(["disable", "wrong"], { permitted: false })).stderr).toContain("HUMAN_ONLY_TERMINAL");
    expect((await place.run(["status"])).stderr).toMatch(/permits\.json: warning STATE_UNSIGNED/);
  });

  it("needs a person to permit anything", async () => {
    const place = blocked();
    const refused = (await place.run(["permit", "disable"])).stderr;
    expect(refused).toContain("HUMAN_ONLY_TERMINAL");
    expect(refused).not.toContain("For scripts"); // what can never be permitted is not advised
    expect((await place.run(["permit", "approve", "--end"])).stderr).toContain('"approve" cannot be permitted');
    expect((await place.run(["permit", "--list"])).stdout).toBe("Nothing is permitted.\n");
  });
});
