/** The SDK runs Claude Code, which reads its settings too: a call from there is the SDK's, and may be its second. */
import type { Sender } from "../contract.js";

const isAgentSdk: Sender = (_payload, environment, named) =>
  named === "claude-code" && environment["CLAUDE_CODE_ENTRYPOINT"] === "sdk-ts";

export default isAgentSdk;
