/**
 * The SDK runs Claude Code, which reads its settings too: such a call belongs to the SDK, and may be its second
 * delivery.
 */
import type { Sender } from "../contract.js";

const isAgentSdk: Sender = (_payload, environment, named) =>
  named === "claude-code" && environment["CLAUDE_CODE_ENTRYPOINT"] === "sdk-ts";

export default isAgentSdk;
