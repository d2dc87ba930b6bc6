/** Plays OpenCode's part for one tool call, without a model: to prove that our plugin blocks. */
import type { Adapter } from "../../contract.js";

type Hooks = Readonly<Record<string, (input: object, output: object) => Promise<void>>>;
type Plugin = (host: object) => Promise<Hooks>;

export const tryOpenCodeBridge: NonNullable<Adapter["tryBridge"]> = async (bridge, { command, cwd, id }) => {
  const [exported] = Object.values(bridge) as (Plugin | { readonly server: Plugin })[];
  const plugin = typeof exported === "function" ? exported : exported!.server; // OpenCode's export form, or that of its fork
  const hooks = await plugin({ client: {}, directory: cwd, worktree: cwd });
  const input = { tool: "bash", sessionID: "snaphook-proof", callID: id };
  try {
    await hooks["tool.execute.before"]?.(input, { args: { command } });
    return undefined;
  } catch (error) {
    return (error as Error).message; // OpenCode treats an exception as a block
  }
};
