/** Codex's hooks.json beside its config. Codex runs a hook only after the user has approved it there. */
import { join } from "node:path";
import { claudeGroups } from "../_shared/claude-groups.js";
import type { AgentWiring, ConfigFormat, WiredCall } from "../contract.js";

/** Codex shows it in its status line while the hook runs: the only sign in its terminal that a call waits. */
const HELD = "Snaphook checks the call. It may wait for you: snaphook asks";

const announcingGroups = {
  kind: "groups",
  entry: (call: WiredCall) => ({
    ...claudeGroups.entry(call),
    ...(call.holdSeconds === undefined ? {} : { statusMessage: HELD }),
  }),
} as const satisfies ConfigFormat;

export const wiring: AgentWiring = {
  files: (scope, { home, project, environment }) => [
    {
      path:
        scope === "user"
          ? join(environment["CODEX_HOME"] || join(home, ".codex"), "hooks.json")
          : join(project, ".codex/hooks.json"),
      format: announcingGroups,
    },
  ],
  shell: (environment) => [environment["SHELL"] || "/bin/sh", "-lc"],
  trustStep:
    'Start codex and trust the hooks when it says "Hooks need review", or type /hooks. Until then Codex does not run them, and `codex exec` does not mention it.',
  reviewsChanges: true,
  ignoresProject: "Codex in an editor (its extensions) and the Codex desktop app ignore a project's config",
};
