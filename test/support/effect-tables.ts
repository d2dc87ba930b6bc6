/** Tables of command lines with how grave they are: every one is judged, and what is proposed instead is let through. */
import { expect, it } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import type { HookOutput } from "../../src/core/decision/decision.js";
import type { Surroundings } from "../../src/core/hooks/builtin.js";
import { analyseCommand } from "../../src/effects/analyse.js";
import type { Effect, EffectKind, Severity, Where } from "../../src/effects/model/effect.js";
import { MemoryState } from "../../src/runtime/platform/memory-state.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";

export const WHERE: Where = {
  cwd: "/home/ada/work/shop",
  project: "/home/ada/work/shop",
  home: "/home/ada",
  platform: "linux",
};

const SURROUNDINGS: Surroundings = {
  ...WHERE,
  config: `${WHERE.home}/.config/snaphook`,
  managed: "/etc/snaphook",
  data: `${WHERE.home}/.local/share/snaphook`,
  state: `${WHERE.home}/.local/state/snaphook`,
  cache: `${WHERE.home}/.cache/snaphook`,
  sockets: "/run/user/1000/snaphook",
  environment: {},
};

const GUARDS = Object.values(BUILTINS).filter(({ name }) => /^(?:protect-|self-protection)/.test(name));
const ORDER: readonly Severity[] = ["ordinary", "risky", "destructive"];

export type Row = readonly [command: string, severity: Severity, kind?: EffectKind];

/** The gravest effect of a command line. */
export function gravest(command: string, where: Where = WHERE): Effect | undefined {
  return [...analyseCommand(command, where).effects].sort(
    (one, other) => ORDER.indexOf(other.severity) - ORDER.indexOf(one.severity),
  )[0];
}

const regex = async () => linearRegex;

/** The strictest answer of all guards as they come. */
export async function verdictOf(command: string): Promise<HookOutput["verdict"]> {
  const payload = { hook_event_name: "PreToolUse", cwd: WHERE.cwd, tool_name: "Bash", tool_input: { command } };
  const services = { state: new MemoryState(), level: "user", now: () => 0, emit: () => undefined, regex } as const;
  const answers = await Promise.all(
    GUARDS.map(
      async (guard) =>
        ((await guard.make(SURROUNDINGS, {}, services)(payload as never, undefined as never)) as HookOutput | undefined)
          ?.verdict,
    ),
  );
  return answers.includes("deny") ? "deny" : answers.find((verdict) => verdict !== undefined);
}

export function tableOf(title: string, rows: readonly Row[]): void {
  const cases = rows.map(([command, severity, kind]) => ({ command, severity, kind }));
  it.each(cases)(`${title}: $command is $severity`, async ({ command, severity, kind }) => {
    const found = gravest(command);
    expect(found?.severity ?? "ordinary").toBe(severity);
    if (kind !== undefined) expect(found?.kind).toBe(kind);
    if (severity === "ordinary") return;
    for (const [, proposed = ""] of found?.instead?.matchAll(/`([^`]+)`/g) ?? [])
      expect([proposed, await verdictOf(proposed)]).toEqual([proposed, undefined]);
  });
}
