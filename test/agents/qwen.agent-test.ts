import { qwen } from "./qwen.js";
import { testAgent } from "./test-agent.js";

testAgent(qwen);
