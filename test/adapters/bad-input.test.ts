/** Whatever an agent sends, it gets an answer in its own words: what the guard says, or what its failure contract says. */
import { spawn } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import type { Adapter } from "../../src/adapters/contract.js";
import { NO_DECISION } from "../../src/core/decision/decision.js";
import { PROGRAM, ProgramPlace, says } from "../support/program.js";

interface Answered {
  readonly code: number | null;
  readonly stdout: string;
  /** stdout and stderr: some agents hear only the latter. */
  readonly said: string;
}

function call(
  place: ProgramPlace,
  args: readonly string[],
  input: Buffer | string,
  keepOpen = false,
): Promise<Answered> {
  const child = spawn(process.execPath, [PROGRAM, "hook", ...args], { cwd: place.project, env: place.env });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => {}); // it may answer before it has read everything
  if (keepOpen) child.stdin.write(input);
  else child.stdin.end(input);
  onTestFinished(() => void child.kill("SIGKILL"));
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => done({ code, stdout, said: `${stdout}${stderr}` }));
  });
}

const embedded = new Set(["claude-agent-sdk"]); // it hands us objects, not bytes
const adapters = Object.values(ADAPTERS).filter(({ name }) => !embedded.has(name));

function placeWithGuard(): ProgramPlace {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", {
    version: 1,
    hooks: { PreToolUse: [{ id: "closed", guard: true, command: says("deny", "the harbour is closed") }] },
  });
  return place;
}

describe.each(adapters.map((adapter) => [adapter.title, adapter] as const))("%s", (_title, adapter: Adapter) => {
  const { event, payload } = adapter.shellCall("ls", "/");
  const whole = JSON.stringify(payload);
  const denial = adapter.encode({ ...NO_DECISION, verdict: "deny", reason: "no" }, adapter.decode(event, payload));

  async function expectDenied(inputs: Readonly<Record<string, string | Buffer>>, why: RegExp): Promise<void> {
    const place = placeWithGuard();
    await Promise.all(
      Object.entries(inputs).map(async ([what, input]) => {
        const { code, said } = await call(place, [adapter.name, event], input);
        expect({ what, code }).toEqual({ what, code: denial.exitCode });
        expect(said, what).toMatch(why);
      }),
    );
  }

  it("IN-15 large payloads, and bytes that are no text: the guard decides", async () => {
    const foreign = Buffer.concat([
      Buffer.from(`${whole.slice(0, -1)},"a":"`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    await expectDenied(
      {
        "300 KB": JSON.stringify({ ...payload, padding: "x".repeat(300_000) }),
        "9 MB": JSON.stringify({ ...payload, padding: "x".repeat(9_000_000) }),
        "no UTF-8": foreign,
        "an escaped NUL": JSON.stringify({ ...payload, more: "a\u0000b" }),
      },
      /the harbour is closed/,
    );
  });

  it("what cannot be read: the guard's failure contract decides", async () => {
    await expectDenied(
      {
        half: whole.slice(0, whole.length / 2),
        "more than 10 MB": JSON.stringify({ ...payload, padding: "x".repeat(11_000_000) }),
        "a bare NUL": `\u0000${whole}`,
        "a list": "[]",
        nothing: "",
      },
      /could not decide/,
    );
  });

  it("IN-15 stdin that is kept open after the payload is not waited for", async () => {
    const { code, said } = await call(placeWithGuard(), [adapter.name, event], whole, true);
    expect(code).toBe(denial.exitCode);
    expect(said).toContain("the harbour is closed");
  });

  it("an event it never had: nothing to say, in its words", async () => {
    const { code, stdout } = await call(placeWithGuard(), [adapter.name, "NobodyKnowsThis"], whole);
    expect({ code, stdout }).toEqual({ code: adapter.neutral.exitCode, stdout: adapter.neutral.stdout });
  });
});
