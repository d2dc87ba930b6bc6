/** A coding agent reduced to its loop: it asks the hooks, runs its tools and keeps what its model is told. */
import type { Hooks } from "../../src/runtime/compose/create-hooks.js";

export type Tool = (input: Readonly<Record<string, unknown>>) => string;

export class FakeAgent {
  readonly calls: { tool: string; input: object }[] = [];
  /** What the model sees. */
  readonly transcript: string[] = [];
  readonly #hooks: Hooks;
  readonly #tools: Readonly<Record<string, Tool>>;

  constructor(hooks: Hooks, tools: Readonly<Record<string, Tool>> = {}) {
    this.#hooks = hooks;
    this.#tools = tools;
  }

  async callTool(tool_name: string, tool_input: Record<string, unknown>): Promise<void> {
    const call = { session_id: "s1", tool_name, tool_input };
    const decision = await this.#hooks.fire("PreToolUse", call);
    if (decision.context !== undefined) this.transcript.push(decision.context);
    if (decision.verdict === "deny" || decision.verdict === "ask")
      return void this.transcript.push(`tool result: ${decision.reason}`);
    const input = decision.input ?? tool_input;
    this.calls.push({ tool: tool_name, input });
    try {
      const tool_output = this.#tools[tool_name]!(input);
      this.transcript.push(`tool result: ${tool_output}`);
      const after = await this.#hooks.fire("PostToolUse", { ...call, tool_input: { ...input }, tool_output });
      if (after.context !== undefined) this.transcript.push(after.context);
    } catch (error) {
      this.transcript.push(`tool error: ${(error as Error).message}`);
      await this.#hooks.fire("PostToolUseFailure", { ...call, error: (error as Error).message });
    }
  }

  async compact(compactor: () => string): Promise<void> {
    await this.#hooks.fire("PreCompact", { session_id: "s1", trigger: "auto" });
    const compact_summary = compactor();
    await this.#hooks.fire("PostCompact", { session_id: "s1", trigger: "auto", compact_summary });
  }
}
