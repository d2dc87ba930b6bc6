import { claudeCode } from "./claude-code.js";
import { testAgent } from "./test-agent.js";

testAgent(claudeCode);
