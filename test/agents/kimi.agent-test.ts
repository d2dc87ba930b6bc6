import { kimi } from "./kimi.js";
import { testAgent } from "./test-agent.js";

testAgent(kimi);
