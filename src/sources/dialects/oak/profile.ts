/** OAK: the canonical payload with its tags. Only JSON blocks. */

import { interpretJsonStyle } from "../../../core/decision/answer.js";
import { limitBlocks } from "../../../core/decision/block-limit.js";
import type { HookEvent } from "../../../core/events/payload.js";
import type { DialectProfile } from "../../../core/hooks/dialect.js";

/** OAK's names for agents, if they differ. */
const OAK_AGENTS: Readonly<Record<string, string>> = { "claude-code": "claude" };

const oak: DialectProfile = {
  name: "oak",
  summary: "OAK Codebase Intelligence.",
  blocks: ["PreToolUse"],
  encode: (event) => ({ stdin: JSON.stringify({ ...tags(event), ...event.payload }) }),
  interpret: (answer, event, hook) => limitBlocks(interpretJsonStyle(answer, event.name, hook), event.name, oak),
};

/** Some agents read another one's config and deliver twice; the tags distinguish the two (IN-20). */
function tags({ native }: HookEvent): { agent?: string; hook_origin?: string } {
  if (native === undefined) return {};
  const agent = OAK_AGENTS[native.agent] ?? native.agent;
  return { agent, hook_origin: `${agent.replaceAll("-", "_")}_config` };
}

export default oak;
