import { gemini } from "./gemini.js";
import { testAgent } from "./test-agent.js";

testAgent(gemini);
