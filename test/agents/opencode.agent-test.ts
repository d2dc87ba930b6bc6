import { opencode } from "./opencode.js";
import { testAgent } from "./test-agent.js";

testAgent(opencode);
