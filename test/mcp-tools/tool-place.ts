/** A home with an `mcp.json`, and `mcp_tool` hooks that are fired by the real engine. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { HookSpec, McpToolRun, SourceRef } from "../../src/core/hooks/hook.js";
import { admitted } from "../support/hook-specs.js";
import { type RealOptions, realEngine, tempFolder } from "../support/real-engine.js";

export const SERVER = fileURLToPath(new URL("../support/tool-server.mjs", import.meta.url));

export class ToolPlace {
  readonly home = tempFolder();
  readonly log = join(this.home, "server.log");
  readonly env: Record<string, string> = { HOME: this.home, PATH: process.env["PATH"] ?? "" };

  constructor(mode = "usual", over: object = {}) {
    this.writeServers({ policy: { command: process.execPath, args: [SERVER, this.log, mode], ...over } });
  }

  writeServers(mcpServers: object): void {
    mkdirSync(join(this.home, ".config/snaphook"), { recursive: true });
    writeFileSync(join(this.home, ".config/snaphook/mcp.json"), JSON.stringify({ mcpServers }));
  }

  /** What the server noted: a line `start PID` per start. */
  get lines(): string[] {
    return existsSync(this.log) ? readFileSync(this.log, "utf8").trim().split("\n") : [];
  }

  get starts(): number[] {
    return this.lines.filter((line) => line.startsWith("start ")).map((line) => Number(line.slice(6)));
  }

  engine(
    run: Partial<McpToolRun> = {},
    hook: Partial<HookSpec> = {},
    source: Partial<SourceRef> = {},
    more: RealOptions = {},
  ) {
    return realEngine([toolHook(run, hook, source)], { env: this.env, ...more });
  }

  fire(run: Partial<McpToolRun> = {}, hook: Partial<HookSpec> = {}, source: Partial<SourceRef> = {}) {
    return this.engine(run, hook, source).fire();
  }
}

export function toolHook(run: Partial<McpToolRun> = {}, hook: Partial<HookSpec> = {}, source: Partial<SourceRef> = {}) {
  const input = { command: "${tool_input.command}" };
  const full = { type: "mcp_tool", server: "policy", tool: "echo", input, ...run } as const;
  return admitted({ id: "policy", guard: true, timeoutMs: 60_000, run: full, ...hook }, source);
}
