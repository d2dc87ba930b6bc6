import { copilot } from "./copilot.js";
import { testAgent } from "./test-agent.js";

testAgent(copilot);
