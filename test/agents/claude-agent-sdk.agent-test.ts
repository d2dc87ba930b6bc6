import { claudeAgentSdk } from "./claude-agent-sdk.js";
import { testAgent } from "./test-agent.js";

testAgent(claudeAgentSdk);
