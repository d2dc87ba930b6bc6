/** A home with a `models.json`, and prompt hooks that are fired by the real engine. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HookSpec, SourceRef } from "../../src/core/hooks/hook.js";
import { admitted } from "../support/hook-specs.js";
import { type RealOptions, realEngine, tempFolder } from "../support/real-engine.js";

export class PromptPlace {
  readonly home = tempFolder();
  readonly env: Record<string, string> = { HOME: this.home, PATH: process.env["PATH"] ?? "" };

  constructor(settings: object) {
    this.writeSettings(settings);
  }

  writeSettings(settings: object): void {
    mkdirSync(join(this.home, ".config/snaphook"), { recursive: true });
    writeFileSync(join(this.home, ".config/snaphook/models.json"), JSON.stringify(settings));
  }

  engine(hook: Partial<HookSpec> = {}, source: Partial<SourceRef> = {}, options: RealOptions = {}) {
    return realEngine([promptHook(hook, source)], { env: this.env, ...options });
  }

  fire(hook: Partial<HookSpec> = {}, command = "ls", source: Partial<SourceRef> = {}) {
    return this.engine(hook, source).fire("PreToolUse", call(command));
  }
}

export function promptHook(hook: Partial<HookSpec> = {}, source: Partial<SourceRef> = {}) {
  const run = { type: "prompt", prompt: "Is this safe?\n$ARGUMENTS" } as const;
  return admitted({ id: "judge", guard: true, timeoutMs: 60_000, run, ...hook }, source);
}

export const call = (command: string) => ({ session_id: "s1", tool_name: "Bash", tool_input: { command } });
